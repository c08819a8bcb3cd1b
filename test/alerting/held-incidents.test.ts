import { dataOf, givenAlertingGateway, givenDestination, untilReceived } from '../support/alerting/destinations.ts'
import type { Json } from '../support/gateway.ts'
import {
  all,
  givenIntegrations,
  muteIntegrations,
  planMaintenance,
  reportIntegrations,
  setUpstream,
} from '../support/monitoring/integrations.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'

const quick = { waitSeconds: 0, intervalSeconds: 10 }
const namesIn = (incidents: Json[]) => incidents.map(({ subject }) => subject.name as string).sort()

it('incidents of muted subjects are counted, and reported when the mute ends', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, quick)
  const keys = await givenIntegrations(gateway, 1)
  const failing = all(keys, false)
  await muteIntegrations(gateway, keys, new Date(gateway.clock.now() + 60_000))

  await reportIntegrations(gateway, 50, failing)
  const { notifications } = await gateway.data('{ notifications { badge } }')
  const before = receiver.received.length
  await reportIntegrations(gateway, 20, failing)
  await untilReceived(receiver, 1)

  expect(notifications.badge).toBe(1)
  expect(before).toBe(0)
  expect(namesIn(dataOf(receiver.received)[0]?.['firing'])).toEqual(keys)
})

it('an outage that outlasts its maintenance is reported at the end, and one that ends within it never', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, quick)
  const [lasting = '', ending = ''] = await givenIntegrations(gateway, 2)
  const [from, to] = [gateway.clock.now(), gateway.clock.now() + 120_000]
  await planMaintenance(gateway, [lasting, ending], {
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(to).toISOString(),
  })

  await reportIntegrations(gateway, 30, all([lasting, ending], false))
  await reportIntegrations(gateway, 80, { [lasting]: false, [ending]: true })
  const before = receiver.received.length
  await reportIntegrations(gateway, 30, { [lasting]: false, [ending]: true })
  await untilReceived(receiver, 1)

  expect(before).toBe(0)
  expect(dataOf(receiver.received).map(({ firing }) => namesIn(firing))).toEqual([[lasting]])
})

it('an upstream outage is one message, and dependents that stay broken after it are reported', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, { ...quick, tellsResolved: false })
  const dependents = await givenIntegrations(gateway, 30)
  const [upstream = ''] = await givenIntegrations(gateway, 1)
  for (const key of dependents) await setUpstream(gateway, key, [upstream])

  await reportIntegrations(gateway, 40, all([...dependents, upstream], false))
  await untilReceived(receiver, 1)
  const broken = dependents.slice(0, 2).sort()
  await reportIntegrations(gateway, 240, { ...all([...dependents, upstream], true), ...all(broken, false) })
  await untilReceived(receiver, 2)

  expect(dataOf(receiver.received).map(({ firing }) => namesIn(firing))).toEqual([[upstream], broken])
})
