import { openDatabase } from '../../src/database/open.ts'
import { signIn, type Json } from '../support/gateway.ts'
import { givenDirectory, startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'
import { envio, mailOf, shop, supplier } from '../support/sinli/inbound.ts'

const count = 1_000
const token = 'a-token-for-the-tests-0123456789'
const admin = { email: 'ana@example.org', password: 'una-clave-larga-1' }

it('processes every message exactly once although the process is killed in the middle', async () => {
  await using directory = await givenDirectory()
  const settings = {
    DATA_DIR: directory.path,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    INGEST_TOKEN: token,
    SAMPLE_DATA: 'false',
    LOG_LEVEL: 'info',
  }
  await using first = startVigia(settings)
  const url = await first.ready()
  await register(url)
  const ids = new Set<string>()
  const sending = Array.from({ length: 10 }, async (_, lane) => {
    for (let number = lane; number < count; number += 10) ids.add(await send(url, number))
  })
  await Promise.all(sending)
  const processedBefore = await untilProcessed(url, count / 10)
  await first.kill()

  await using second = startVigia(settings)
  const urlAgain = await second.ready()
  await untilProcessed(urlAgain, count)
  second.send('SIGTERM')
  expect(await second.ended()).toMatchObject({ code: 0 })

  await using opened = await reopened(directory.path)
  const { db } = opened
  expect(ids.size).toBe(count)
  expect(processedBefore).toBeLessThan(count)
  expect(await db.inboundMessage.count({ where: { status: 'PROCESSED' } })).toBe(count)
  expect(await db.inboundAttempt.count()).toBe(count)
  expect(await db.sinliDocument.count()).toBe(count)
  expect(await db.sinliLine.count()).toBe(count)
})

async function register(url: string) {
  const put = (path: string, body: Json) =>
    fetch(url + path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, updatedAt: '2026-01-01T00:00:00Z' }),
    })
  await put('/ingest/v1/libraries/aurora', { name: 'Aurora', sinliId: shop })
  await put(`/ingest/v1/suppliers/${supplier}`, { name: 'Proveedor' })
}

async function send(url: string, number: number): Promise<string> {
  const answer = await fetch(`${url}/ingest/v1/sinli`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    body: new Uint8Array(mailOf(envio({ number: `K${number}` }))),
  })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

/** Waits until so many messages are processed, by asking the gateway; returns how many are then. */
async function untilProcessed(url: string, wanted: number): Promise<number> {
  const cookie = await signIn(url, admin.email, admin.password)
  const query = '{ sinliMessages(filter: { status: PROCESSED }, first: 1) { totalCount } }'
  return until(
    `${wanted} messages are processed`,
    async () => {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const { totalCount } = ((await answer.json()) as Json)['data'].sinliMessages
      return totalCount >= wanted ? totalCount : null
    },
    120_000,
  )
}

async function reopened(dataDir: string) {
  const opened = await openDatabase({ databaseUrl: null, dataDir }, process.pid)
  return { ...opened, [Symbol.asyncDispose]: opened.close }
}
