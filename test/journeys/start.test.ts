import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/open.ts'
import { signIn } from '../support/gateway.ts'
import { givenDirectory, startVigia } from '../support/process.ts'
import { openSocket } from '../support/socket.ts'

const operator = { ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: 'una-clave-larga-1' }
const generated = /Sign in at (\S+) as (\S+) with the password (\S+)/

/** One sentence that begins in the one way, and nothing of what is inside. */
const oneSentence = (about: RegExp) => ({
  code: 1,
  signal: null,
  stderr: expect.stringMatching(new RegExp(`^Vigía cannot start\\. [^\\n]*${about.source}[^\\n]*\\.\\n$`)),
})

it('says in one sentence that PostgreSQL cannot be reached, and where it looked, without the password', async () => {
  await using vigia = startVigia({ DATABASE_URL: 'postgresql://vigia:a-secret@127.0.0.1:1/vigia' })

  const ended = await vigia.ended()

  expect(ended).toMatchObject(oneSentence(/PostgreSQL at 127\.0\.0\.1:1\/vigia cannot be reached.*DATABASE_URL/))
  expect(ended.stderr + ended.stdout).not.toContain('a-secret')
})

it('names every wrong setting at once', async () => {
  await using vigia = startVigia({
    PORT: 'often',
    DATABASE_URL: 'mysql://nowhere',
    SAMPLE_DATA: 'maybe',
    ADMIN_EMAIL: 'ana',
  })

  const ended = await vigia.ended()

  expect(ended).toMatchObject(oneSentence(/Wrong settings: PORT .*DATABASE_URL .*ADMIN_EMAIL .*SAMPLE_DATA /))
  expect(ended.stdout).toBe('')
})

it('says in one sentence that the port is taken', async () => {
  await using directory = await givenDirectory()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)

  await using vigia = startVigia({ PORT: port, DATA_DIR: directory.path })
  const ended = await vigia.ended()
  other.close()

  expect(ended).toMatchObject(oneSentence(new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is taken`)))
})

it('says in one sentence that the data directory is in use, and leaves who uses it alone', async () => {
  await using directory = await givenDirectory()
  await using first = startVigia({ DATA_DIR: directory.path, ...operator })
  const url = await first.ready()

  await using second = startVigia({ DATA_DIR: directory.path, ...operator })
  const ended = await second.ended()

  expect(ended).toMatchObject(oneSentence(/is in use by another Vigía.*DATA_DIR/))
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

it('says in one sentence that the data directory cannot be made', async () => {
  await using vigia = startVigia({ DATA_DIR: '/dev/null/data' })

  const ended = await vigia.ended()

  expect(ended).toMatchObject(oneSentence(/The data directory \/dev\/null\/data cannot be made.*DATA_DIR/))
})

it('says in one sentence that the data directory is a file, or holds no database', async () => {
  await using directory = await givenDirectory()
  const file = join(directory.path, 'file')
  await writeFile(file, '')
  await using first = startVigia({ DATA_DIR: file })
  expect(await first.ended()).toMatchObject(oneSentence(/The data directory \S+file cannot be made.*DATA_DIR/))

  await writeFile(join(directory.path, 'postgres'), '')
  await using second = startVigia({ DATA_DIR: directory.path })
  expect(await second.ended()).toMatchObject(oneSentence(/The embedded database in \S+ cannot be opened.*DATA_DIR/))
})

it('takes over at once from a process that was killed, and prints a generated password at the first start alone', async () => {
  await using directory = await givenDirectory()
  await using first = startVigia({ DATA_DIR: directory.path })
  await first.ready()
  const [, url = '', email = '', password = ''] = generated.exec(first.said.stderr) ?? []
  const cookie = await signIn(url, email, password)
  await first.kill()

  await using second = startVigia({ DATA_DIR: directory.path })
  const again = await second.ready()
  const session = await fetch(`${again}/api/admin/auth/session/`, { headers: { cookie } })

  expect(session.status).toBe(200)
  expect(first.said.stderr.match(new RegExp(generated, 'g'))).toHaveLength(1)
  expect(first.said.stdout).not.toContain(password)
  expect(second.said.stderr).toBe('')
})

it('lets one of two take over from a process that was killed', async () => {
  await using directory = await givenDirectory()
  await using killed = startVigia({ DATA_DIR: directory.path, ...operator })
  await killed.ready()
  await killed.kill()

  await using one = startVigia({ DATA_DIR: directory.path, ...operator })
  await using other = startVigia({ DATA_DIR: directory.path, ...operator })
  const starts = await Promise.allSettled([one.ready(), other.ready()])

  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(one.said.stderr + other.said.stderr).toMatch(/is in use by another Vigía/)
})

it('says in one sentence that the database is newer than it is, and changes nothing', async () => {
  await using directory = await givenDirectory()
  const open = () => openDatabase({ databaseUrl: null, dataDir: directory.path }, process.pid)
  const { db, close } = await open()
  await db.$executeRaw`
    INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
    VALUES ('a-later-one', 'x', '99990101000000_later', now(), 1)`
  await close()

  await using vigia = startVigia({ DATA_DIR: directory.path })
  const ended = await vigia.ended()

  expect(ended).toMatchObject(oneSentence(/was brought up to date by a newer Vigía \(99990101000000_later\)/))
  await expect(open()).rejects.toThrow('a newer Vigía')
})

it('ends in order within ten seconds though somebody who listens does not read', async () => {
  await using directory = await givenDirectory()
  await using vigia = startVigia({ DATA_DIR: directory.path, ...operator })
  const url = await vigia.ready()
  const socket = openSocket(url, { cookie: await signIn(url, operator.ADMIN_EMAIL, operator.ADMIN_PASSWORD) })
  await socket.listen('subscription { notifications { revision } }').next()
  socket.pause()

  vigia.send('SIGTERM')
  const ended = await vigia.ended()

  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Vigía has stopped') })
})

it.each(['SIGTERM', 'SIGINT'] as const)('ends in order at %s while somebody listens', async (signal) => {
  await using directory = await givenDirectory()
  await using vigia = startVigia({ DATA_DIR: directory.path, ...operator })
  const url = await vigia.ready()
  const socket = openSocket(url, { cookie: await signIn(url, operator.ADMIN_EMAIL, operator.ADMIN_PASSWORD) })
  await socket.listen('subscription { notifications { revision } }').next()

  vigia.send(signal)
  const ended = await vigia.ended()

  expect(ended).toMatchObject({
    code: 0,
    signal: null,
    stdout: expect.stringContaining('Vigía has stopped'),
    stderr: '',
  })
  expect((await socket.closed).code).toBe(1001)
})
