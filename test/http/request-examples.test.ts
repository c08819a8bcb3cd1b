import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  await gateway.pass(60)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const trace = (digit: string) => ({ traceId: digit.repeat(32) })
const fields = 'examples { traceId spanId status errorType durationMs name }'
const example = (digit: string, more: Json) => ({ ...trace(digit), spanId: null, name: null, ...more })

it('bad and slow observations with a trace id become examples of their subject, which its incident shows', async () => {
  const { body } = await gateway.report(
    ...times(9, outcome(500)),
    { ...outcome(503), ...trace('A'), errorType: 'BusyError' },
    { ...outcome(200), ...trace('b') },
    { ...outcome(200, undefined, 2_000), ...trace('c') },
    { ...outcome(0), status: undefined, error: 'timeout', ...trace('d') },
    { kind: 'library', id: 'EJ-001', ok: false, durationMs: 5, ...trace('e'), errorType: 'NoStock' },
  )
  for (let step = 0; step < 6; step += 1) {
    await gateway.pass(10)
    await gateway.report(...times(5, outcome(500)))
  }
  await gateway.pass(10)

  const { endpoint, library, incidents } = await gateway.data(`{
    endpoint(id: "GET /api/admin/libraries/") { first: examples(first: 1) { traceId } ${fields} }
    library(id: "EJ-001") { ${fields} }
    incidents(filter: { kind: ENDPOINTS }) { edges { node { id ${fields} } } }
  }`)
  const incident = incidents.edges[0].node
  const answer = await gateway.get(`/api/admin/incidents/${incident.id}/`)
  const expected = [
    example('a', { status: 503, errorType: 'BusyError', durationMs: 30 }),
    example('c', { status: 200, errorType: null, durationMs: 2_000 }),
    example('d', { status: null, errorType: 'timeout', durationMs: 30 }),
  ]

  expect(body).toEqual({ accepted: 14, rejected: [] })
  expect(endpoint.examples).toEqual(expected)
  expect(endpoint.first).toEqual([trace('a')])
  expect(incident.examples).toEqual(expected)
  expect((await answer.json()) as Json).toMatchObject({ examples: expected })
  expect(library.examples).toEqual([example('e', { status: null, errorType: 'NoStock', durationMs: 5 })])
})

it('an observation without an answer is bad; one with both or neither, or a wrong trace id, is rejected with a sentence', async () => {
  const { status: _status, ...unanswered } = outcome(0)

  const { body } = await gateway.report(
    { ...unanswered, error: 'connection' },
    unanswered,
    { ...outcome(200), error: 'timeout' },
    { ...unanswered, error: 'dns' },
    { ...outcome(500), traceId: '0'.repeat(32) },
    { ...outcome(500), traceId: 'a'.repeat(31) },
    { ...outcome(500), errorType: 'x'.repeat(201) },
  )

  expect(body['accepted']).toBe(1)
  expect(body['rejected'].map(({ reason }: Json) => reason)).toEqual([
    'An endpoint has either "status" or, where there was no answer, "error".',
    'An endpoint has either "status" or, where there was no answer, "error".',
    '"error" is timeout or connection.',
    '"traceId" is 32 hexadecimal digits, not all of them 0.',
    '"traceId" is 32 hexadecimal digits, not all of them 0.',
    '"errorType" has at most 200 characters.',
  ])
})

it('observations that are sent again with their key add their examples once', async () => {
  const observations = [{ ...outcome(500, '/api/admin/customers/'), ...trace('f') }]
  const send = () =>
    fetch(`${gateway.url}/ingest/v1/observations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.ingestToken}`,
        ...{ 'content-type': 'application/json', 'idempotency-key': 'once' },
      },
      body: JSON.stringify({ observations }),
    })

  const answers = [await send(), await send()]
  await gateway.pass(10)

  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  const { endpoint } = await gateway.data(`{ endpoint(id: "GET /api/admin/customers/") { ${fields} } }`)
  expect(endpoint.examples).toHaveLength(1)
})
