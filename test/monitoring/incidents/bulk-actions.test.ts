import { verifyTrail } from '../../../src/audit/verify.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenOpenIncidents } from '../../support/monitoring/incidents.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { statementsOf } from '../../support/database/statements.ts'

let gateway: GivenGateway
beforeEach(async () => {
  gateway = await givenGateway()
})
afterEach(() => gateway[Symbol.asyncDispose]())

const acknowledging = `mutation ($input: AcknowledgeIncidentsInput!) { acknowledgeIncidents(input: $input) {
  acknowledged { id status acknowledger { id } timeline { event note } } refused { id code message } } }`
const resolving = `mutation ($input: ResolveIncidentsInput!) { resolveIncidents(input: $input) {
  resolved { id status resolution timeline { event note } } refused { id code message evidence { code n } } } }`

const acknowledge = async (input: Json) =>
  (await gateway.data(acknowledging, { input }))['acknowledgeIncidents'] as Json
const resolve = async (input: Json) => (await gateway.data(resolving, { input }))['resolveIncidents'] as Json

/** Opens an incident of each of as many new libraries, and returns their ids. */
async function givenIncidents(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `B-${String(index).padStart(4, '0')}`)
  await gateway.db.subject.createMany({
    data: keys.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: `Librería ${key}`, state: 'FALLANDO' as const })),
  })
  await givenOpenIncidents(gateway, keys)
  return (await gateway.db.incident.findMany({ select: { id: true } })).map(({ id }) => id)
}

const idsOf = (rows: Json[]) => rows.map(({ id }) => id as string)

it('gives each of 50 incidents to exactly one of two operators who take them all at once', async () => {
  const ids = await givenIncidents(50)
  const [ana, berta] = [await givenSignedIn(gateway), await givenSignedIn(gateway)]

  const answers = await Promise.all([
    ana.ask(acknowledging, { input: { ids, note: 'Lo miro' } }),
    berta.ask(acknowledging, { input: { ids: ids.toReversed() } }),
  ])

  const [one, other] = answers.map(({ data }) => data.acknowledgeIncidents as Json)
  expect([...idsOf(one!.acknowledged), ...idsOf(other!.acknowledged)].sort()).toEqual(ids.toSorted())
  for (const { acknowledged, refused } of [one!, other!]) {
    expect([...idsOf(acknowledged), ...idsOf(refused)].sort()).toEqual(ids.toSorted())
    for (const { code, message } of refused)
      expect([code, message]).toEqual(['CONFLICT', expect.stringMatching(/taken/)])
  }
  const entries = await gateway.db.timelineEntry.groupBy({ by: ['incidentId'], _count: true })
  expect(entries.map(({ _count }) => _count)).toEqual(Array.from({ length: 50 }, () => 1))
  expect(await gateway.db.auditEntry.count({ where: { action: 'incident.acknowledged' } })).toBe(50)
  expect(await verifyTrail(gateway.db)).toMatchObject({ breach: null })
})

it('refuses what cannot be taken, each with its code, without losing the others', async () => {
  const [taken, free, over] = await givenIncidents(3)
  await acknowledge({ ids: [taken] })
  await resolve({ ids: [over], reason: 'Fin' })

  const { acknowledged, refused } = await acknowledge({ ids: ['nowhere', taken, free, free, over], note: ' Voy ' })

  expect(acknowledged).toEqual([
    {
      id: free,
      status: 'ACKNOWLEDGED',
      acknowledger: expect.anything(),
      timeline: [{ event: 'ACKNOWLEDGED', note: 'Voy' }],
    },
  ])
  expect(refused.map(({ id, code }: Json) => [id, code])).toEqual([
    ['nowhere', 'NOT_FOUND'],
    [taken, 'CONFLICT'],
    [over, 'CONFLICT'],
  ])
})

it('resolves what is clean, and refuses with the numbers what is not, unless it is forced', async () => {
  await gateway.report(...times(12, outcome(503, '/api/admin/notifications/')))
  await gateway.pass(60)
  const [burning] = await gateway.db.incident.findMany({ select: { id: true } })
  const ids = await givenIncidents(3)

  const first = await resolve({ ids, reason: 'Arreglado' })
  const forced = await resolve({ ids: [burning!.id], reason: 'Lo sé', force: true })

  expect(first.resolved).toHaveLength(3)
  expect(first.resolved[0]).toMatchObject({ status: 'RESOLVED', resolution: 'BY_HAND' })
  expect(first.refused).toEqual([
    {
      id: burning!.id,
      code: 'CONDITION_HOLDS',
      message: expect.stringContaining('12'),
      evidence: { code: 'ERRORS_FAILING', n: 12 },
    },
  ])
  expect(forced).toMatchObject({ resolved: [{ id: burning!.id, resolution: 'BY_FORCE' }], refused: [] })
  const clean = await gateway.db.subject.findFirstOrThrow({
    where: { key: 'B-0000' },
    include: { transitions: true, incidents: true },
  })
  expect(clean.incidents).toMatchObject([{ openKey: null, noData: false, resolution: 'BY_HAND' }])
  expect(await verifyTrail(gateway.db)).toMatchObject({ breach: null })
})

it('resolves a failing subject as one call for it alone does', async () => {
  const rows = async (path: string) => {
    const subject = await gateway.db.subject.findFirstOrThrow({
      where: { key: `GET ${path}` },
      include: { incidents: true, transitions: { orderBy: { id: 'desc' }, take: 1 } },
    })
    const { state, stateSince, evidence, memory, version, incidents, transitions } = subject
    const [{ status, resolution, resolvedAt, openKey, severity }] = incidents as Json[] as [Json]
    const [{ from, to, policy }] = transitions as Json[] as [Json]
    const incident = { status, resolution, resolvedAt, openKey, severity }
    return { state, stateSince, evidence, memory, version, incident, transition: { from, to, policy } }
  }
  const paths = ['/api/admin/libraries/', '/api/admin/customers/']
  for (const path of paths) await gateway.report(...times(12, outcome(503, path)))
  await gateway.pass(60)
  for (let passed = 0; passed < 120; passed += 10) {
    for (const path of paths) await gateway.report(...times(20, outcome(200, path)))
    await gateway.pass(10)
  }
  const [one, other] = await gateway.db.incident.findMany({ orderBy: { subject: { key: 'desc' } } })

  await gateway.data('mutation ($id: ID!) { resolveIncident(id: $id, reason: "Fin") { id } }', { id: one!.id })
  await resolve({ ids: [other!.id], reason: 'Fin' })

  expect(await rows(paths[1]!)).toEqual(await rows(paths[0]!))
})

it('takes the open ones of those that a filter matches', async () => {
  const ids = await givenIncidents(4)
  await resolve({ ids: [ids[0]], reason: 'Fin' })
  await acknowledge({ ids: [ids[1]] })

  const { acknowledged, refused } = await acknowledge({ filter: { kinds: ['LIBRERIAS'], search: 'librería b-' } })

  expect(idsOf(acknowledged).sort()).toEqual(ids.slice(2).sort())
  expect(refused).toEqual([])
})

it.each([
  ['neither ids nor a filter', {}, 'ids'],
  ['ids and a filter', { ids: ['a'], filter: {} }, 'ids'],
  ['no ids', { ids: [] }, 'ids'],
  ['1,001 ids', { ids: Array.from({ length: 1_001 }, (_, index) => String(index)) }, 'ids'],
  ['a note of 1,001 characters', { ids: ['a'], note: 'x'.repeat(1_001) }, 'note'],
])('refuses %s and names the field', async (_, input, field) => {
  const { errors } = await gateway.query(acknowledging, { input })

  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field } }])
})

it('takes 50 with as many statements as 5, and one revision', async () => {
  const ids = await givenIncidents(55)
  const revision = async () => Number((await gateway.db.revision.findUniqueOrThrow({ where: { view: 'panel' } })).value)

  const few = await statementsOf(() => acknowledge({ ids: ids.slice(0, 5) }))
  const between = await revision()
  const many = await statementsOf(() => acknowledge({ ids: ids.slice(5) }))

  expect(many).toBeLessThanOrEqual(few + 2)
  // Both views take their revision from one sequence.
  expect((await revision()) - between).toBeLessThanOrEqual(2)
})

it('is for operators only', async () => {
  const reader = await givenSignedIn(gateway, 'lector')

  expect(await reader.ask(acknowledging, { input: { ids: ['a'] } })).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  })
})
