import {
  dataOf,
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  resolveLibraries,
} from '../support/alerting/destinations.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { until } from '../support/until.ts'

const quick = { waitSeconds: 0, intervalSeconds: 10, repeatSeconds: null }
const namesIn = (incidents: Json[]) => incidents.map(({ subject }) => subject.key as string).sort()

/** Lets time pass until this many deliveries have a status. */
const passUntil = ({ db, pass }: GivenGateway, status: 'DEAD' | 'DELIVERED', count: number) =>
  until(`${count} are ${status}`, async () => {
    await pass(10)
    return (await db.delivery.count({ where: { status } })) >= count
  })

it('after an undelivered message, the next one reports what is still open and what has ended', async () => {
  let status = 200
  await using receiver = await givenReceiver((response) => response.writeHead(status).end())
  await using gateway = await givenAlertingGateway()
  await givenDestination(gateway, receiver.url, quick)
  await givenFailingLibraries(gateway, ['ended', 'holds'])
  await passUntil(gateway, 'DELIVERED', 1)
  status = 400
  await givenFailingLibraries(gateway, ['unheard'])
  await resolveLibraries(gateway, ['ended'])
  await passUntil(gateway, 'DEAD', 1)
  status = 200
  const before = receiver.received.length
  await passUntil(gateway, 'DELIVERED', 2)
  await gateway.pass(60)

  expect(dataOf(receiver.received.slice(before))).toEqual([
    expect.objectContaining({ counts: { firing: 2, acknowledged: 0, resolved: 1 } }),
  ])
  const [data] = dataOf(receiver.received.slice(before))
  expect(namesIn(data?.['firing'])).toEqual(['holds', 'unheard'])
  expect(namesIn(data?.['resolved'])).toEqual(['ended'])
})

it('a destination that is enabled again is sent what is open, and the ends of what it was sent before', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url, quick)
  const setEnabled = (enabled: boolean) =>
    gateway.data(
      'mutation ($id: ID!, $input: DestinationChangeInput!) { updateDestination(id: $id, input: $input) { enabled } }',
      { id, input: { enabled } },
    )
  await givenFailingLibraries(gateway, ['ended', 'holds'])
  await passUntil(gateway, 'DELIVERED', 1)
  await setEnabled(false)
  await resolveLibraries(gateway, ['ended'])
  await givenFailingLibraries(gateway, ['later'])
  await gateway.pass(30)
  const before = receiver.received.length
  await setEnabled(true)
  await passUntil(gateway, 'DELIVERED', 2)

  expect(before).toBe(1)
  const [data] = dataOf(receiver.received.slice(1))
  expect(namesIn(data?.['firing'])).toEqual(['holds', 'later'])
  expect(namesIn(data?.['resolved'])).toEqual(['ended'])
})
