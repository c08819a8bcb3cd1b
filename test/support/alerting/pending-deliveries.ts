import type { RootDatabase } from '../../../src/database/database.ts'
import { manualClock } from '../clock.ts'
import type { GivenDatabase } from '../database/database.ts'
import { givenAlertingGateway, givenDestination } from './destinations.ts'
import { testConfig } from '../gateway.ts'
import { givenReceiver, type Received } from './receiver.ts'

const destinations = 8

/** Settings of a process that can send to receivers on this machine, with the key of the gateways of the tests. */
export const alertingSettings = {
  OUTBOUND_ALLOW: '127.0.0.0/8',
  SECRETS_KEY: (testConfig.secretsKey ?? Buffer.alloc(0)).toString('base64'),
  SAMPLE_DATA: 'false',
}

/** Writes this many deliveries to eight destinations with the URL, due at once. Returns their ids. */
export async function givenPendingDeliveries(database: GivenDatabase, url: string, count: number): Promise<string[]> {
  await using gateway = await givenAlertingGateway({ database, clock: manualClock(Date.now() - 60_000) })
  const names = Array.from({ length: destinations }, (_, index) => `Guardia ${index}`)
  const ids: string[] = []
  for (const name of names) ids.push(await givenDestination(gateway, url, { name }))
  const at = new Date(gateway.clock.now())
  const message = { kind: 'TEST', at: at.toISOString(), by: 'Ana', url: null }
  const rows = Array.from({ length: count }, (_, index) => {
    const destinationId = ids[index % destinations] ?? ''
    return { id: `msg_${index}`, destinationId, kind: 'TEST' as const, message, createdAt: at, nextAt: at }
  })
  await gateway.db.delivery.createMany({ data: rows })
  return rows.map(({ id }) => id)
}

/** How many deliveries have succeeded. */
export const countDelivered = (db: RootDatabase) => db.delivery.count({ where: { status: 'DELIVERED' } })

const idOf = ({ headers }: Received) => headers['webhook-id'] as string

/** A slow receiver that detects overlapping requests. */
export async function givenSlowReceiver(delayMs: number) {
  const underWay = new Map<string, number>()
  const overlapping = new Set<string>()
  const receiver = await givenReceiver((response, request) => {
    const id = idOf(request)
    const others = underWay.get(id) ?? 0
    if (others > 0) overlapping.add(id)
    underWay.set(id, others + 1)
    response.once('close', () => underWay.set(id, (underWay.get(id) ?? 1) - 1))
    setTimeout(() => response.end(), delayMs)
  })
  return {
    url: receiver.url,
    /** The ids of the messages in the order in which they came. */
    ids: () => receiver.received.map(idOf),
    /** The ids of messages received again while their first request was still open. */
    overlapping,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}
