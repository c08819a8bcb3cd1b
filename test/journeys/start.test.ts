import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/open.ts'
import { StartupError } from '../../src/lib/errors.ts'
import { startGateway } from '../../src/server.ts'
import { givenDatabase } from '../support/database/database.ts'
import { signIn, testConfig } from '../support/gateway.ts'
import { givenDirectory, startVigia } from '../support/process/process.ts'
import { openSocket } from '../support/graphql/socket.ts'
import { until } from '../support/until.ts'

const generated = /Sign in at (\S+) as (\S+) with the password (\S+)/

/** One sentence that begins in the one way, and nothing of what is inside. */
const oneSentence = (about: RegExp) => ({
  code: 1,
  signal: null,
  stderr: expect.stringMatching(new RegExp(`^Vigía cannot start\\. [^\\n]*${about.source}[^\\n]*\\.\\n$`)),
})

/** The reason for which a start fails, which a process prints in one sentence. */
const reasonOf = (start: Promise<unknown>) =>
  start.then(
    () => 'It starts.',
    (error: unknown) => (error instanceof StartupError ? error.message : Promise.reject(error as Error)),
  )

const reasonOfOpening = (dataDir: string) => reasonOf(openDatabase({ databaseUrl: null, dataDir }, process.pid))

it('a start fails in one sentence if PostgreSQL cannot be reached, with the address and no password', async () => {
  await using vigia = startVigia({ DATABASE_URL: 'postgresql://vigia:a-secret@127.0.0.1:1/vigia' })

  const ended = await vigia.ended()

  expect(ended).toMatchObject(oneSentence(/PostgreSQL at 127\.0\.0\.1:1\/vigia cannot be reached.*DATABASE_URL/))
  expect(ended.stderr + ended.stdout).not.toContain('a-secret')
})

it('a start fails in one sentence if the port is taken', async () => {
  await using database = await givenDatabase()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  const reason = await reasonOf(startGateway({ ...testConfig, port }, database))
  other.close()

  expect(reason).toMatch(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken [^\\n]*\\.$`))
})

it('a start fails in one sentence if the data directory cannot be made, is a file, or has no database', async () => {
  await using directory = await givenDirectory()
  const file = join(directory.path, 'file')
  await writeFile(file, '')
  await writeFile(join(directory.path, 'postgres'), '')

  expect(await reasonOfOpening('/dev/null/data')).toMatch(
    /^The data directory \/dev\/null\/data cannot be made[^\n]*DATA_DIR[^\n]*\.$/,
  )
  expect(await reasonOfOpening(file)).toMatch(/^The data directory \S+file cannot be made[^\n]*DATA_DIR[^\n]*\.$/)
  expect(await reasonOfOpening(directory.path)).toMatch(
    /^The embedded database in \S+ cannot be opened[^\n]*DATA_DIR[^\n]*\.$/,
  )
})

it('a start fails in one sentence if the database is newer, and changes nothing', async () => {
  await using directory = await givenDirectory()
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: directory.path }, process.pid)
  await db.$executeRaw`
    INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
    VALUES ('a-later-one', 'x', '99990101000000_later', now(), 1)`
  await close()

  const reasons = [await reasonOfOpening(directory.path), await reasonOfOpening(directory.path)]

  expect(reasons).toEqual(
    Array(2).fill(
      expect.stringMatching(/^The database was brought up to date by a newer Vigía \(99990101000000_later\)[^\n]*\.$/),
    ),
  )
})

it('one of two processes takes over at once from a killed one, and a new password is printed once', async () => {
  await using directory = await givenDirectory()
  await using killed = startVigia({ DATA_DIR: directory.path })
  await killed.ready()
  // Readiness is read from another stream, which may arrive earlier.
  await until('the password is printed', () => generated.test(killed.said.stderr))
  const [, url = '', email = '', password = ''] = generated.exec(killed.said.stderr) ?? []
  const cookie = await signIn(url, email, password)
  await killed.kill()

  await using one = startVigia({ DATA_DIR: directory.path })
  await using other = startVigia({ DATA_DIR: directory.path })
  const starts = await Promise.allSettled([one.ready(), other.ready()])
  const [heir, loser] = starts[0].status === 'fulfilled' ? [one, other] : [other, one]
  const session = await fetch(`${await heir.ready()}/api/admin/auth/session/`, { headers: { cookie } })

  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await loser.ended()).toMatchObject(oneSentence(/is in use by another Vigía.*DATA_DIR/))
  expect(session.status).toBe(200)
  expect(killed.said.stderr.match(new RegExp(generated, 'g'))).toHaveLength(1)
  expect(killed.said.stdout).not.toContain(password)

  const ended = await endWhileTwoListen(heir, 'SIGTERM', cookie)
  expect(ended).toMatchObject(inOrder)
})

it('the process stops in order at SIGINT as well', async () => {
  await using directory = await givenDirectory()
  const operator = { ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: 'una-clave-larga-1' }
  await using vigia = startVigia({ DATA_DIR: directory.path, ...operator })
  const cookie = await signIn(await vigia.ready(), operator.ADMIN_EMAIL, operator.ADMIN_PASSWORD)

  expect(await endWhileTwoListen(vigia, 'SIGINT', cookie)).toMatchObject(inOrder)
})

/** Within ten seconds: a process that takes longer exits with 1. */
const inOrder = {
  code: 0,
  signal: null,
  stdout: expect.stringContaining('Vigía has stopped'),
  stderr: '',
  closedWith: 1001,
}

/** Ends a process while somebody listens, and somebody else listens and does not read. */
async function endWhileTwoListen(vigia: ReturnType<typeof startVigia>, signal: 'SIGTERM' | 'SIGINT', cookie: string) {
  const url = await vigia.ready()
  const [reading, stalled] = [openSocket(url, { cookie }), openSocket(url, { cookie })]
  for (const socket of [reading, stalled]) await socket.listen('subscription { notifications { revision } }').next()
  stalled.pause()

  vigia.send(signal)
  return { ...(await vigia.ended()), closedWith: (await reading.closed).code }
}
