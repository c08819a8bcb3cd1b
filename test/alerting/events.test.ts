import { dataOf, givenAlertingGateway, givenDestination, untilReceived } from '../support/alerting/destinations.ts'
import { givenReceiver, type Received } from '../support/alerting/receiver.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'

const customerEvent = ({ clock }: GivenGateway, action: 'customer.lock' | 'customer.unlock') => ({
  ...{ at: new Date(clock.now()), actor: 'ingest', object: 'customer:c-1' },
  action,
})

const change = (gateway: GivenGateway, id: string, input: Json) =>
  gateway.data(
    'mutation ($id: ID!, $input: DestinationChangeInput!) { updateDestination(id: $id, input: $input) { events } }',
    { id, input },
  )

const typesOf = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body) as Json)['type'] as string).sort()

it.each([
  ['no destination', null],
  ['only destinations of other types', { slack: { url: 'https://hooks.slack.com/services/T0/B1/abc' } }],
])('a webhook enabled again never gets the events of a time with %s enabled', async (_what, target) => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url)
  if (target) await givenDestination(gateway, '', { name: 'Otro', target })
  await gateway.pass(10)
  await change(gateway, id, { enabled: false })
  await gateway.pass(10)
  await gateway.db.auditEntry.create({ data: customerEvent(gateway, 'customer.lock') })
  await gateway.pass(10)
  await change(gateway, id, { enabled: true })
  await gateway.pass(10)
  await gateway.db.auditEntry.create({ data: customerEvent(gateway, 'customer.unlock') })
  await gateway.pass(10)
  await untilReceived(receiver, 1)

  expect(typesOf(receiver.received)).toEqual(['customer.unlocked'])
})

it('a webhook gets the events that it chooses; without a choice, all', async () => {
  await using receiver = await givenReceiver()
  await using gateway = await givenAlertingGateway()
  const path = (name: string) => `${receiver.url}/${name}`
  const choices = { all: undefined, locks: ['CUSTOMER_LOCKED'], none: [] }
  for (const [name, events] of Object.entries(choices))
    await givenDestination(gateway, '', { name, events, target: { webhook: { url: path(name) } } })
  await gateway.pass(10)
  await gateway.db.auditEntry.createMany({
    data: [customerEvent(gateway, 'customer.lock'), customerEvent(gateway, 'customer.unlock')],
  })
  await gateway.pass(10)
  await untilReceived(receiver, 3)

  const typesAt = (name: string) => typesOf(receiver.received.filter(({ url }) => url === `/${name}`))
  expect(typesAt('all')).toEqual(['customer.locked', 'customer.unlocked'])
  expect(typesAt('locks')).toEqual(['customer.locked'])
  expect(await gateway.db.delivery.count()).toBe(3)
  expect(dataOf(receiver.received)[0]).toMatchObject({ details: { customerId: 'c-1' } })
})

it('the choice of events is shown, stays when others change, and is withdrawn by null', async () => {
  await using gateway = await givenAlertingGateway()
  const events = ['SINLI_MESSAGE_FAILED', 'REPLAY_FINISHED']
  const target = { webhook: { url: 'https://hooks.example.org/a' } }
  const id = await givenDestination(gateway, '', { events, target })

  const changes = [{ name: 'Otra' }, { events: [] }, { events: null }]
  const shown = []
  for (const input of changes) shown.push((await change(gateway, id, input))['updateDestination'].events)
  const rest = (await (await gateway.get(`/api/admin/destinations/${id}/`)).json()) as Json

  expect(shown).toEqual([events, [], null])
  expect(rest['events']).toBeNull()
})

it('a destination that is no webhook gets no events and can choose none', async () => {
  await using gateway = await givenAlertingGateway()
  const target = { slack: { url: 'https://hooks.slack.com/services/T0/B1/abc' } }
  const id = await givenDestination(gateway, '', { target })
  const answer = await gateway.query(
    'mutation ($id: ID!) { updateDestination(id: $id, input: { events: [CUSTOMER_LOCKED] }) { id } }',
    { id },
  )

  expect(await change(gateway, id, { events: null })).toEqual({ updateDestination: { events: [] } })
  expect(answer['errors']).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field: 'events' } }])
})
