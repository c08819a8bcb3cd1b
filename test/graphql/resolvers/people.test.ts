import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenOpenIncidents } from '../../support/monitoring/incidents.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  await givenOpenIncidents(gateway, ['EJ-001'])
})
afterAll(() => gateway[Symbol.asyncDispose]())

const takenBy = (fields: string) =>
  `{ incidents { edges { node { acknowledger { ${fields} } timeline { operator { name } } } } } }`
const firstOf = ({ data }: Json) => data.incidents.edges[0].node

describe('the operator who took an incident', () => {
  it('is shown with id and name, in the incident and in its timeline', async () => {
    const ana = await givenSignedIn(gateway)
    const { id } = await gateway.db.incident.findFirstOrThrow()
    await ana.ask('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })

    expect(firstOf(await ana.ask(takenBy('id name')))).toEqual({
      acknowledger: { id: ana.operator.id, name: 'Una operador' },
      timeline: [{ operator: { name: 'Una operador' } }],
    })
  })

  it('is shown in full to administrators alone, even if their response was cached before', async () => {
    const [admin, berta] = [await givenSignedIn(gateway, 'admin'), await givenSignedIn(gateway)]
    const { acknowledgedById } = await gateway.db.incident.findFirstOrThrow()

    const seen = firstOf(await admin.ask(takenBy('id role lastSeenAt'))).acknowledger
    const { errors } = await berta.ask(takenBy('id role lastSeenAt'))

    expect(seen).toEqual({ id: acknowledgedById, role: 'operador', lastSeenAt: expect.any(String) })
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect(errors[0].message).toBe(
      'The role operador does not allow Operator.role: it needs the permission manage:Operator.',
    )
  })
})

describe('the audit trail over GraphQL', () => {
  const trail = `query ($filter: AuditFilter) { audit(filter: $filter) { totalCount
    edges { node { id actor action hash previous requestId operator { id } } } } }`
  const entriesOf = async (filter: Json) =>
    (await gateway.data(trail, { filter }))['audit'].edges.map(({ node }: Json) => node) as Json[]

  it('names the operator of an entry, and null where no operator acted', async () => {
    const carla = await givenSignedIn(gateway)
    const { locked } = await gateway.db.customer.findUniqueOrThrow({ where: { id: 'ej-3' } })

    const [own] = await entriesOf({ actor: carla.operator.email })
    const ingested = await entriesOf({ actor: 'ingest' })

    expect(own).toMatchObject({ action: 'sign-in', operator: { id: carla.operator.id } })
    expect(ingested.map(({ operator }) => operator)).toEqual(ingested.map(() => null))
    expect(locked).toBe(true)
  })

  it('links each entry to the one before it', async () => {
    const entries = await entriesOf({})

    for (const [index, { previous }] of entries.slice(0, -1).entries())
      expect(previous).toBe(entries[index + 1]!['hash'])
    expect(entries.at(-1)).toMatchObject({ previous: '' })
  })

  it('is filtered by request and by text', async () => {
    const [entry] = await entriesOf({ search: 'INCIDENT.ack' })

    expect(entry).toMatchObject({ action: 'incident.acknowledged' })
    expect(await entriesOf({ requestId: entry!['requestId'] })).toEqual([entry])
    expect(await entriesOf({ search: '%' })).toEqual([])
    expect(await entriesOf({ search: 'incident.ack', actor: 'nobody@example.org' })).toEqual([])
  })
})
