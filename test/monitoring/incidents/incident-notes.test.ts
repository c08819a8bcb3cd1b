import { acknowledge, addNote, release, takeOver } from '../../../src/monitoring/incidents/operator-actions.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenOpenIncidents } from '../../support/monitoring/incidents.ts'
import { givenOperator, givenSignedIn, somebody } from '../../support/auth/operators.ts'

let gateway: GivenGateway
let id: string
beforeAll(async () => {
  gateway = await givenGateway()
  await givenOpenIncidents(gateway, ['GET /api/admin/libraries/'])
  id = (await gateway.db.incident.findFirstOrThrow()).id
})
afterAll(() => gateway[Symbol.asyncDispose]())

const timelineOf = async () => {
  const { incident } = await gateway.data('query ($id: ID!) { incident(id: $id) { timeline { event by note } } }', {
    id,
  })
  return incident.timeline
}

const givenAuthor = async () => ({ ...somebody, operator: await givenOperator(gateway.db) })

it('a note is an entry in the timeline of its incident, without the blanks at its ends', async () => {
  const by = await givenAuthor()

  const incident = await addNote(
    gateway.db,
    { id, note: '  Called the provider.\nThey are at it. ' },
    by,
    gateway.clock.now(),
  )

  expect(incident).toMatchObject({ id, status: 'OPEN', acknowledgedAt: null })
  expect(await timelineOf()).toContainEqual({
    event: 'NOTE',
    by: by.operator.name,
    note: 'Called the provider.\nThey are at it.',
  })
})

it('a note on an incident that is over is kept too', async () => {
  const by = await givenAuthor()
  await gateway.db.incident.update({ where: { id }, data: { status: 'RESOLVED', openKey: null } })

  await addNote(gateway.db, { id, note: 'It was the certificate.' }, by, gateway.clock.now())

  expect(await timelineOf()).toContainEqual({ event: 'NOTE', by: by.operator.name, note: 'It was the certificate.' })
})

it('a note advances the revision of the panel, and its author is in the audit trail', async () => {
  const by = await givenAuthor()
  const revision = async () => Number((await gateway.data('{ notifications { revision } }'))['notifications'].revision)
  const before = await revision()

  await addNote(gateway.db, { id, note: 'Once more.' }, by, gateway.clock.now())

  expect(await revision()).toBeGreaterThan(before)
  const entry = await gateway.db.auditEntry.findFirstOrThrow({ where: { actor: by.operator.email } })
  expect(entry).toMatchObject({ action: 'incident.note', object: `incident:${id}`, after: { note: 'Once more.' } })
})

it.each([
  ['an empty note', () => id, ' \n ', 'INVALID_INPUT', 'Say something: the note must not be empty.'],
  [
    'a note that is too long',
    () => id,
    'x'.repeat(1_001),
    'INVALID_INPUT',
    'A note has at most 1000 characters; this one has 1001.',
  ],
  ['a note on an incident that does not exist', () => 'none', 'Hello.', 'NOT_FOUND', 'There is no incident none.'],
])('%s is refused, and nothing is written', async (_, idOf, note, code, message) => {
  const count = () => Promise.all([gateway.db.timelineEntry.count(), gateway.db.auditEntry.count()])
  const before = await count()

  await expect(
    addNote(gateway.db, { id: idOf(), note }, await givenAuthor(), gateway.clock.now()),
  ).rejects.toMatchObject({
    code,
    message,
  })

  expect(await count()).toEqual(before)
})

it('of two colleagues who take an incident over at once one has it, and the other is told', async () => {
  await givenOpenIncidents(gateway, ['GET /api/admin/search/'])
  const { id } = await gateway.db.incident.findFirstOrThrow({ where: { status: 'OPEN' } })
  const [first, second, third] = await Promise.all([givenAuthor(), givenAuthor(), givenAuthor()])
  const author = (by: typeof first) => ({ ...by, note: null })
  await acknowledge(gateway.db, id, author(first), gateway.clock.now())
  const from = first.operator.id

  const results = await Promise.allSettled([
    takeOver(gateway.db, { id, from }, author(second), gateway.clock.now()),
    takeOver(gateway.db, { id, from }, author(third), gateway.clock.now()),
    release(gateway.db, id, author(first), gateway.clock.now()),
  ])

  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const result of refused) expect(result).toMatchObject({ reason: { code: 'CONFLICT' } })
  const events = await gateway.db.timelineEntry.findMany({ where: { incidentId: id }, orderBy: { id: 'asc' } })
  expect(events).toHaveLength(2)
  const row = await gateway.db.incident.findUniqueOrThrow({ where: { id } })
  expect(row.acknowledgedById).toBe(row.status === 'OPEN' ? null : events[1]?.byId)
})

it('over GraphQL an incident is taken over and released, by who may acknowledge', async () => {
  const { id } = await gateway.db.incident.findFirstOrThrow({ where: { status: { not: 'RESOLVED' } } })
  await gateway.db.incident.update({ where: { id }, data: { status: 'OPEN', acknowledgedById: null } })
  const [one, other, reader] = await Promise.all([
    givenSignedIn(gateway),
    givenSignedIn(gateway),
    givenSignedIn(gateway, 'lector'),
  ])
  const takingOver = `mutation ($input: TakeOverIncidentInput!) { takeOverIncident(input: $input) {
    incident { status acknowledger { id } timeline { event } } } }`
  const releasing = `mutation ($input: ReleaseIncidentInput!) { releaseIncident(input: $input) {
    incident { status acknowledger { id } } } }`
  await one.ask('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })

  const taken = await other.ask(takingOver, { input: { id, from: one.operator.id } })
  const late = await one.ask(releasing, { input: { id } })
  const released = await other.ask(releasing, { input: { id } })

  expect(taken['data'].takeOverIncident.incident).toMatchObject({
    status: 'ACKNOWLEDGED',
    acknowledger: { id: other.operator.id },
  })
  expect(taken['data'].takeOverIncident.incident.timeline.at(-1)).toEqual({ event: 'TAKEN_OVER' })
  expect(late).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] })
  expect(released['data'].releaseIncident.incident).toEqual({ status: 'OPEN', acknowledger: null })
  for (const query of [takingOver, releasing])
    expect(await reader.ask(query, { input: { id } })).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    })
})
