import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenOpenIncidents } from '../../support/monitoring/incidents.ts'
import { until } from '../../support/until.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  await givenOpenIncidents(gateway, ['EJ-001', 'EJ-002'])
})
afterAll(() => gateway[Symbol.asyncDispose]())

const listening = `subscription ($filter: IncidentFilter) { incidents(filter: $filter, orderBy: { field: SUBJECT }) {
  revision incidents { totalCount edges { node { id status subject { id } } } } } }`

it('tells the incidents that match at once, and again after every change, with a higher revision', async () => {
  const pushed = gateway.listen(listening, { filter: { statuses: ['OPEN'] } })
  const { incidents: first } = await pushed.next()
  const [{ node }] = first.incidents.edges as [Json]
  await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: node.id })
  const { incidents: second } = await pushed.until(({ incidents }) => incidents.revision > first.revision)
  await pushed.end()

  expect(first.incidents.edges.map(({ node }: Json) => node.subject.id)).toEqual(['EJ-001', 'EJ-002'])
  expect(second.incidents.totalCount).toBe(1)
  expect(second.incidents.edges.map(({ node }: Json) => node.subject.id)).toEqual(['EJ-002'])
})

it('is refused with the field for arguments that are not valid', async () => {
  const pushed = gateway.listen('subscription { incidents(first: 500) { revision } }')

  await expect(pushed.next()).rejects.toMatchObject([{ extensions: { code: 'INVALID_INPUT', field: 'first' } }])
})

it('is not pushed where only samples have arrived', async () => {
  const report = () =>
    gateway.report({ kind: 'endpoint', method: 'GET', path: '/api/admin/libraries/', status: 200, durationMs: 12 })
  // The service that reports is itself new until then.
  await report()
  await gateway.pass(30)
  const pushed = gateway.listen(listening)
  await pushed.next()
  const next = pushed.next()
  let isPushed = false
  void next.then(() => (isPushed = true))
  const inventory = gateway.listen('subscription { inventory { revision } }')
  const { inventory: before } = await inventory.next()
  await report()
  await gateway.pass(10)
  await inventory.until(({ inventory }) => inventory.revision > before.revision)

  expect(isPushed).toBe(false)
  const { id } = await gateway.db.incident.findFirstOrThrow({ where: { status: 'OPEN' } })
  await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
  await until('it is pushed', () => isPushed)
  await Promise.all([pushed.end(), inventory.end()])
})
