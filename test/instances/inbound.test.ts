import type { RootDatabase } from '../../src/database/database.ts'
import { envio, libros, mailOf, shop, supplier } from '../support/sinli/inbound.ts'
import { commonSettings, givenTwoInstances, type Client } from '../support/process/instances.ts'
import { until } from '../support/until.ts'

const authorization = `Bearer ${commonSettings.INGEST_TOKEN}`

it('two instances process messages once and in order of arrival although one is killed', async () => {
  await using house = await givenTwoInstances()
  const { db, clients, instances } = house
  await register(clients[0])
  const letters = Array.from({ length: 40 }, (_, index) => pair(index)).flat()
  const ids: string[] = []
  for (const [index, letter] of letters.slice(0, 40).entries()) ids.push(await send(clients[index % 2], letter))

  await instances[0].kill()
  for (const letter of letters.slice(40)) ids.push(await send(clients[1], letter))
  await untilSettled(db, ids.length)

  expect(await settledInOrder(db)).toEqual(ids)
  expect(await db.inboundMessage.count({ where: { status: 'FAILED' } })).toBe(0)
})

it('SIGTERM puts back the message under way although it waits for a lock', async () => {
  await using house = await givenTwoInstances()
  const { db, clients, instances } = house
  await register(clients[0])
  const parties = `sinli ${supplier} ${shop} ENVIO`
  let id = ''

  const codes = await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${parties}, 0))`
      id = await send(clients[0], mailOf(envio({ number: 'LOCKED' })))
      await until('it is begun', () => db.inboundMessage.count({ where: { id, status: 'PROCESSING' } }))
      for (const instance of instances) instance.send('SIGTERM')
      return Promise.all(instances.map(async (instance) => (await instance.ended()).code))
    },
    { timeout: 60_000 },
  )

  expect(codes).toEqual([0, 0])
  expect(await db.inboundMessage.findUnique({ where: { id } })).toMatchObject({ status: 'RECEIVED', beginnings: 0 })
  expect(await db.inboundAttempt.count()).toBe(0)
})

async function register({ send: ask }: Client) {
  const updatedAt = '2026-01-01T00:00:00Z'
  await ask('/ingest/v1/libraries/aurora', 'PUT', { authorization }, { name: 'Aurora', sinliId: shop, updatedAt })
  await ask(`/ingest/v1/suppliers/${supplier}`, 'PUT', { authorization }, { name: 'Proveedor', updatedAt })
}

/** A catalogue with one article, and a delivery note that names the article by nothing but its title. */
const pair = (index: number) => {
  const title = `Un título del par ${index}`
  return [
    mailOf(libros({ title, reference: `R-${index}` })),
    mailOf(envio({ number: `PAIR${index}`, isbn: null, title })),
  ]
}

async function send(client: Client | undefined, letter: Buffer): Promise<string> {
  const answer = await fetch(`${client?.url ?? ''}/ingest/v1/sinli`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'message/rfc822' },
    body: new Uint8Array(letter),
  })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

const untilSettled = (db: RootDatabase, count: number) =>
  until('all messages are settled', async () => (await db.inboundAttempt.count()) === count)

const settledInOrder = async (db: RootDatabase) =>
  (await db.inboundAttempt.findMany({ orderBy: { id: 'asc' } })).map(({ messageId }) => messageId)
