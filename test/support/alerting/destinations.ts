import { BlockList } from 'node:net'
import { givenGateway, type GivenGateway, type Json, type Options } from '../gateway.ts'
import { givenOpenIncidents } from '../monitoring/incidents.ts'
import { givenReceiver, type Received } from './receiver.ts'
import { until } from '../until.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)

/** A gateway that may send to receivers on this machine. */
export const givenAlertingGateway = ({ config, ...options }: Options = {}) =>
  givenGateway({ ...options, config: { outboundAllow: loopback, sampleData: false, ...config } })

/** The target of a destination of a type at a URL; the one of PagerDuty is in the settings. */
export const targetOf = (type: 'alertmanager' | 'pagerduty' | 'webhook', url: string): Json =>
  type === 'pagerduty' ? { pagerduty: { routingKey: 'R'.repeat(32) } } : { [type]: { url } }

/** Creates a webhook destination that sends to a URL, and returns its id. */
export async function givenDestination(
  gateway: Pick<GivenGateway, 'data'>,
  url: string,
  input: Json = {},
): Promise<string> {
  const { createDestination } = await gateway.data(
    'mutation ($input: DestinationInput!) { createDestination(input: $input) { destination { id } } }',
    { input: { name: 'Guardia', target: { webhook: { url } }, ...input } },
  )
  return createDestination.destination.id as string
}

/** Creates this many libraries, and opens an incident of each now. Returns their codes. */
export async function givenFailingLibraries({ db, clock }: Pick<GivenGateway, 'db' | 'clock'>, codes: string[]) {
  await db.subject.createMany({
    data: codes.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: `Librería ${key}` })),
    skipDuplicates: true,
  })
  await givenOpenIncidents({ db, clock }, codes)
}

/** Ends the incidents of these libraries now. */
export const resolveLibraries = ({ db, clock }: Pick<GivenGateway, 'db' | 'clock'>, codes: string[]) =>
  db.incident.updateMany({
    where: { openKey: { in: codes.map((code) => `LIBRERIAS:${code}`) } },
    data: { openKey: null, status: 'RESOLVED', resolvedAt: new Date(clock.now()), resolution: 'AUTOMATIC' },
  })

/** The data of the webhook messages that a receiver got. */
export const dataOf = (received: readonly Received[]): Json[] =>
  received.map(({ body }) => (JSON.parse(body) as Json)['data'] as Json)

/** Waits until a receiver has got this many requests. */
export const untilReceived = (receiver: Awaited<ReturnType<typeof givenReceiver>>, count: number) =>
  until(`${count} requests have arrived`, () => receiver.received.length >= count)
