import { openDatabase } from '../../src/database/open.ts'
import { encode } from '../../src/sinli/encode.ts'
import { envio, shop, subjectOf, supplier } from '../support/sinli/inbound.ts'
import { clientOf, commonSettings } from '../support/process/instances.ts'
import { givenDirectory, startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'

const authorization = `Bearer ${commonSettings.INGEST_TOKEN}`

it('hands a long message back at SIGTERM without counting its beginning, ends with 0, and keeps nothing of it', async () => {
  await using directory = await givenDirectory()
  await givenSlowLines(directory.path)
  await using vigia = startVigia({ ...commonSettings, DATA_DIR: directory.path, LOG_LEVEL: 'debug' })
  const url = await vigia.ready()
  await register(url)
  const id = await sendLong(url)
  await until('it is being processed', () => vigia.said.stdout.includes('processing an inbound message'))

  vigia.send('SIGTERM')
  const ended = await vigia.ended()

  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: directory.path }, process.pid)
  const message = await db.inboundMessage.findUnique({
    where: { id },
    omit: { raw: true },
    include: { attempts: true },
  })
  const documents = await db.sinliDocument.count()
  await close()
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('returned an inbound message to the queue at shutdown'),
    stderr: '',
  })
  expect(message).toMatchObject({ status: 'RECEIVED', beginnings: 0, attempts: [] })
  expect(documents).toBe(0)
})

async function register(url: string) {
  const { send } = await clientOf(url)
  const updatedAt = '2026-01-01T00:00:00Z'
  await send('/ingest/v1/libraries/aurora', 'PUT', { authorization }, { name: 'Aurora', sinliId: shop, updatedAt })
  await send(`/ingest/v1/suppliers/${supplier}`, 'PUT', { authorization }, { name: 'Proveedor', updatedAt })
}

/** A database in a directory that takes a second for each statement that stores lines. */
async function givenSlowLines(dataDir: string) {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir }, process.pid)
  await db.$executeRawUnsafe(
    'CREATE FUNCTION wait() RETURNS trigger AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$ LANGUAGE plpgsql',
  )
  await db.$executeRawUnsafe('CREATE TRIGGER slow BEFORE INSERT ON "SinliLine" EXECUTE FUNCTION wait()')
  await close()
}

/** A message of ten such statements, which is longer than a process has to stop. Returns its id. */
async function sendLong(url: string): Promise<string> {
  const draft = envio({ number: 'LONG' })
  const [line] = draft.lines ?? []
  const answer = await fetch(`${url}/ingest/v1/sinli`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain', 'x-sinli-subject': subjectOf(draft) },
    body: new Uint8Array(encode({ ...draft, lines: Array.from({ length: 5_000 }, () => ({ ...line })) })),
  })
  return ((await answer.json()) as { id: string }).id
}
