import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { log } from '../../src/lib/log.ts'
import { createRequestTraces, isKept, type AnsweredRequest } from '../../src/request/request-traces.ts'
import { manualClock } from '../support/clock.ts'

const request: AnsweredRequest = { method: 'GET', status: 200, durationMs: 10, slowMs: 500 }
const actor = 'ana@example.org'

describe('a request is kept as a trace', () => {
  it.each<[string, Partial<AnsweredRequest>, boolean]>([
    ['one that only reads is not', {}, false],
    ['one that writes', { method: 'POST' }, true],
    ['one that writes with DELETE', { method: 'DELETE' }, true],
    ['a query of GraphQL, which has the method of a write, is not', { method: 'POST', isWrite: false }, false],
    ['a mutation', { method: 'POST', isWrite: true }, true],
    ['one of telemetry that was accepted is not', { method: 'POST', isTelemetry: true }, false],
    ['one of telemetry that failed', { method: 'POST', isTelemetry: true, status: 503 }, true],
    ['one of telemetry that was slow', { method: 'POST', isTelemetry: true, durationMs: 501 }, true],
    ['one that failed', { status: 500 }, true],
    ['one that failed though its status says otherwise', { method: 'POST', isWrite: false, hasFailed: true }, true],
    ['one that was refused', { status: 409, actor }, true],
    ['one of nobody that was refused is not', { status: 400 }, false],
    ['one without a session is not', { method: 'POST', status: 401 }, false],
    ['one to no address is not', { status: 404, actor }, false],
    ['one of too many is not', { method: 'POST', status: 429, actor }, false],
    ['one over the budget of its endpoint', { durationMs: 501 }, true],
    ['one within the budget is not', { durationMs: 500 }, false],
  ])('%s', (_what, more, kept) => {
    expect(isKept({ ...request, ...more })).toBe(kept)
  })
})

log.level = 'silent'

/** The database of these tests answers within a turn. */
const written = () => nextTurn()

/** Traces over a database that stores, refuses or is away, and a function that records so many writes. */
function givenTraces(createMany: (rows: unknown[]) => Promise<unknown>) {
  const clock = manualClock()
  const batches: unknown[][] = []
  const requestTrace = {
    createMany: async ({ data }: { data: unknown[] }) => {
      await createMany(data)
      batches.push(data)
    },
  }
  const traces = createRequestTraces({
    db: { requestTrace } as never,
    clock,
    clientAddress: () => '192.0.2.1',
    slowBudgetOf: () => null,
  })
  const record = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const req = { method: 'POST', url: `/a?q=secret`, headers: {}, id: String(index) } as unknown as IncomingMessage
      traces.record(req, { headersSent: true, statusCode: 200 } as ServerResponse, 5)
    }
  }
  return { clock, batches, traces, record }
}

it('requests are written in one batch every two seconds, without the searched text', async () => {
  const { clock, batches, traces, record } = givenTraces(() => Promise.resolve())

  record(3)
  expect(batches).toEqual([])
  await clock.advance(2_000, written)
  record(1)
  await traces.stop()

  expect(batches.map((batch) => batch.length)).toEqual([3, 1])
  expect(batches[0]?.[0]).toMatchObject({ route: '/a', requestId: '0', status: 200, address: '192.0.2.1', actor: null })
  expect(traces.counts).toEqual({ stored: 4, dropped: 0 })
})

it('rows are kept during an outage up to a limit, and dropped if the database rejects them', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  const answers = [away, new Error('refused'), null]
  const { clock, batches, traces, record } = givenTraces(() => {
    const error = answers.shift()
    return error ? Promise.reject(error) : Promise.resolve()
  })

  record(2_001)
  await clock.advance(2_000, written)
  expect(traces.counts).toEqual({ stored: 0, dropped: 1 })
  await clock.advance(2_000, written)
  record(1)
  await traces.stop()

  expect(traces.counts).toEqual({ stored: 1, dropped: 2_001 })
  expect(batches.map((batch) => batch.length)).toEqual([1])
})
