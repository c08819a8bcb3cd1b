import { givenGateway, times, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenOpenIncidents } from '../../support/monitoring/incidents.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  for (const key of ['x', 'ok']) {
    const { id } = await gateway.db.subject.create({ data: { kind: 'INTEGRACIONES', key, name: key } })
    await gateway.db.integration.create({ data: { key, name: key, subjectId: id } })
  }
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** Ten seconds at a time, with ten samples of the subject in each, and of one that keeps telemetry alive. */
async function lives(seconds: number, bad: number, durationMs = 20) {
  for (let passed = 0; passed < seconds; passed += 10) {
    const samples = Array.from({ length: 10 }, (_, index) => ({ ok: index >= bad, durationMs }))
    await gateway.report(
      ...samples.map((sample) => ({ kind: 'integration' as const, id: 'x', ...sample })),
      ...times(10, { kind: 'integration', id: 'ok', ok: true, durationMs: 20 }),
    )
    await gateway.pass(10)
  }
}

const moment = '{ severity at reason evidence { code n bad windowSeconds signal } }'
const reading = `{ incidents(first: 1) { edges { node { id status severity maxSeverity openedAt reason opening ${moment}
  worst ${moment} timeline { event at note reason evidence { code } } } } } }`
const read = async () => (await gateway.data(reading))['incidents'].edges[0].node as Json

it('the opening and the worst of an incident stay as they were decided, over recovery and reopening', async () => {
  await lives(300, 0)
  await lives(150, 0, 3_000)
  const slow = await read()
  await lives(120, 10)
  const failing = await read()
  await lives(320, 0)
  const better = await read()
  await lives(400, 0)
  const over = await read()
  await lives(120, 10)
  const again = await read()

  expect(slow).toMatchObject({ status: 'OPEN', maxSeverity: 'DEGRADADO', opening: { evidence: { code: 'SLOW' } } })
  expect(slow['worst']).toEqual(slow['opening'])
  expect(slow['opening'].at).toBe(slow['openedAt'])
  expect(failing).toMatchObject({
    opening: slow['opening'],
    worst: { severity: 'FALLANDO', evidence: { code: 'ERRORS_FAILING', signal: 'ERRORS' } },
  })
  for (const later of [better, over, again])
    expect(later).toMatchObject({ id: slow['id'], opening: slow['opening'], worst: failing['worst'] })
  expect(over['status']).toBe('RESOLVED')
  expect(again).toMatchObject({
    status: 'OPEN',
    timeline: expect.arrayContaining([expect.objectContaining({ event: 'REOPENED' })]),
  })
})

it('each event of the timeline has its own numbers, in GraphQL and REST', async () => {
  const { id, timeline, opening, worst } = await read()
  const rest = (await (await gateway.get(`/api/admin/incidents/${id}/`)).json()) as Json
  const list = (await (await gateway.get('/api/admin/incidents/')).json()) as Json
  const codes = Object.fromEntries((timeline as Json[]).map(({ event, evidence }) => [event, evidence?.code]))

  expect(codes).toMatchObject({ OPENED: 'SLOW', ESCALATED: 'ERRORS_FAILING', RESOLVED: 'RECOVERED' })
  expect(timeline[0]).toMatchObject({ note: opening.reason, reason: opening.reason })
  expect(rest['timeline'].map(({ reason }: Json) => reason)).toEqual(timeline.map(({ reason }: Json) => reason))
  for (const document of [rest, list['items'].find((item: Json) => item['id'] === id)])
    expect(document).toMatchObject({
      opening: { severity: 'Degradado', reason: opening.reason },
      worst: { severity: 'Fallando', reason: worst.reason },
    })
})

it('a refusal to resolve has the present numbers, also as a sentence', async () => {
  await lives(1800, 2)
  const { id } = await read()

  const { errors } = await gateway.query('mutation ($id: ID!) { resolveIncident(id: $id, reason: "x") { id } }', { id })
  const rest = await gateway.post(`/api/admin/incidents/${id}/resolve/`, { reason: 'x' })

  expect(errors[0].extensions).toMatchObject({
    code: 'CONDITION_HOLDS',
    evidence: { n: 60, bad: 12, windowSeconds: 60 },
    evidenceReason: '12 de 60 fallidas en 60 s (20,00 %); el límite es 12,50 %.',
  })
  expect(await rest.json()).toMatchObject({ evidenceReason: errors[0].extensions.evidenceReason })
})

it('an incident resolved by force keeps the numbers of that moment, and its note', async () => {
  const { id } = await read()
  await gateway.data('mutation ($id: ID!) { resolveIncident(id: $id, reason: "Known.", force: true) { id } }', { id })

  expect((await read())['timeline'].at(-1)).toMatchObject({
    ...{ event: 'RESOLVED', note: 'Known.', evidence: { code: 'ERRORS_FAILING' } },
    reason: '12 de 60 fallidas en 60 s (20,00 %); el límite es 12,50 %.',
  })
})

it('an incident without stored numbers has neither', async () => {
  await givenOpenIncidents(gateway, ['ok'])

  expect(await read()).toMatchObject({ opening: null, worst: null })
})
