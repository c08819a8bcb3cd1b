import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/database/open.ts'
import { writeAudit } from '../support/audit.ts'
import { givenDatabase } from '../support/database/database.ts'
import { givenDirectory, nodeFlags } from '../support/process/process.ts'

/** The built tool; `npm test` builds first. */
const tool = fileURLToPath(new URL('../../dist/cli/audit-verify.js', import.meta.url))

async function verify(settings: Record<string, string>) {
  const child = spawn(process.execPath, [...nodeFlags, tool], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code: code as number }
}

/** A database of its own, on the server if the tests run there, and the settings that name it. */
async function givenTrail() {
  const directory = await givenDirectory()
  const database = await givenDatabase()
  const { databaseUrl } = database
  const settings: Record<string, string> =
    databaseUrl === null ? { DATA_DIR: directory.path } : { DATABASE_URL: databaseUrl }
  const open = () => openDatabase({ databaseUrl, dataDir: directory.path }, process.pid)
  return {
    settings,
    /** Does something to the database while nobody else has it open. */
    async within(work: (db: Awaited<ReturnType<typeof open>>['db']) => Promise<unknown>) {
      const { db, close } = await open()
      await work(db)
      await close()
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await directory[Symbol.asyncDispose]()
    },
  }
}

it('audit-verify prints whether the trail is intact or where it breaks, and exits with 0 or 1', async () => {
  await using trail = await givenTrail()
  await trail.within(async (db) => {
    for (let minute = 1; minute <= 4; minute++)
      await writeAudit(db, {
        at: new Date(`2026-03-01T12:0${minute}:00Z`),
        actor: 'a',
        action: 'sign-in',
        object: 'c:1',
      })
  })

  const intact = await verify(trail.settings)
  await trail.within(async (db) => {
    await db.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER "AuditEntry_append_only"`
    await db.auditEntry.update({ where: { id: 3 }, data: { actor: 'eva' } })
  })
  const broken = await verify(trail.settings)

  expect(intact).toEqual({
    stdout: 'The audit trail is intact: 4 entries, the last one 4 of 2026-03-01T12:04:00.000Z.\n',
    stderr: '',
    code: 0,
  })
  expect(broken).toEqual({
    stdout:
      'The audit trail breaks at entry 3 of 2026-03-01T12:03:00.000Z: it is not as it was written: it was changed. Before that, 2 entries are intact.\n',
    stderr: '',
    code: 1,
  })
})

it('audit-verify prints why it cannot read the trail', async () => {
  const { stdout, stderr, code } = await verify({ DATABASE_URL: 'mysql://here' })

  expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
  expect(stderr).toContain('The audit trail cannot be read. Wrong settings: DATABASE_URL must be a URL')
})
