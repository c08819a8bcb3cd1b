import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RootDatabase } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import type { Clock } from '../lib/clock.ts'
import { log } from '../lib/log.ts'
import { keptSince } from '../lib/retention.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import type { ClientAddress } from './client-address.ts'
import { pathOfRequest, requestIdOf } from './request-log.ts'
import { factsOf, traceIdOf, type RequestFacts } from './request-trace.ts'
import { storableText } from '../lib/postgres-values.ts'

const flushEveryMs = 2_000

/** Maximum requests held until the next flush. Further requests are dropped. */
const maxPending = 2_000

const maxRouteLength = 300
const maxOperationLength = 200

/** Status of a request whose client closed the connection early, as in nginx. */
const clientClosedRequest = 499

/** A request without its own endpoint is slow from this duration, in milliseconds. */
const defaultSlowMs = 1_000

/**
 * Statuses of mistyped addresses, ended sessions and rate limits: anybody can cause any number of them, so they are not
 * stored.
 */
const noise: ReadonlySet<number> = new Set([401, 404, 429])

type TraceDeps = {
  db: Pick<RootDatabase, 'requestTrace'>
  clock: Clock
  clientAddress: ClientAddress
  /** The duration from which a request to an endpoint is slow, in milliseconds; null without an endpoint. */
  slowBudgetOf: (endpointId: string) => number | null
}

/** A request that was answered. */
export type AnsweredRequest = Pick<RequestFacts, 'actor' | 'isWrite' | 'isTelemetry' | 'hasFailed'> & {
  method: string
  status: number
  durationMs: number
  slowMs: number
}

/** Collects the requests to store: call `record` for each answered one; `stop` writes the rest. */
export type RequestTraces = {
  record: (req: IncomingMessage, res: ServerResponse, durationMs: number) => void
  /** Requests since the start: stored, and dropped because there were too many. */
  counts: Readonly<{ stored: number; dropped: number }>
  stop: () => Promise<void>
}

/** Whether a request is stored: it failed, was slow, or wrote. Source: docs/tracing.md. */
export function isKept({ method, status, durationMs, slowMs, ...facts }: AnsweredRequest): boolean {
  if (facts.hasFailed || status >= 500) return true
  if (noise.has(status)) return false
  if (status >= 400) return facts.actor !== undefined
  const isWrite = facts.isWrite ?? !['GET', 'HEAD', 'OPTIONS'].includes(method)
  return durationMs > slowMs || (isWrite && !facts.isTelemetry)
}

/**
 * Stores the requests that wrote, failed or were slow. They are buffered and written every two seconds in one
 * statement, so that no request waits. While the database is unavailable they stay buffered; the excess is dropped.
 */
export function createRequestTraces(deps: TraceDeps): RequestTraces {
  const flushes = createSerialQueue()
  const { add, flush, counts, isEmpty } = createBuffer(deps.db)
  const stopFlushing = deps.clock.every(flushEveryMs, () => {
    if (!isEmpty()) void flushes(flush)
  })
  return {
    record(req, res, durationMs) {
      const request = describe(req, res, durationMs, deps)
      if (isKept(request)) add([toRow(req, request, deps)])
    },
    counts,
    async stop() {
      stopFlushing()
      await flushes(flush)
    },
  }
}

/** The columns of a kept request. */
type Row = {
  traceId: string
  requestId: string
  at: Date
  method: string
  route: string
  operation: string | null
  status: number
  durationMs: number
  actor: string | null
  address: string
}

/** Rows that wait to be written, at most `maxPending`. `flush` never rejects. */
function createBuffer(db: TraceDeps['db']) {
  const counts = { stored: 0, dropped: 0 }
  let pending: Row[] = []
  let droppedSinceFlush = 0

  function add(rows: readonly Row[]) {
    const added = rows.slice(0, maxPending - pending.length)
    pending.push(...added)
    droppedSinceFlush += rows.length - added.length
  }

  async function flush() {
    const rows = pending
    pending = []
    try {
      if (rows.length > 0) await db.requestTrace.createMany({ data: rows })
      counts.stored += rows.length
    } catch (error) {
      // Rows that the database rejects would be rejected again.
      if (isDatabaseUnavailable(error)) add(rows)
      else droppedSinceFlush += rows.length
      log.warn({ err: error, requests: rows.length }, 'could not write the traces of requests')
    }
    if (droppedSinceFlush > 0)
      log.warn(
        { requests: droppedSinceFlush },
        'dropped traces of requests: they were too many, or could not be written',
      )
    counts.dropped += droppedSinceFlush
    droppedSinceFlush = 0
  }

  return { add, flush, counts, isEmpty: () => pending.length === 0 }
}

function describe(
  req: IncomingMessage,
  res: ServerResponse,
  durationMs: number,
  { slowBudgetOf }: TraceDeps,
): AnsweredRequest {
  const method = req.method ?? 'GET'
  const status = res.headersSent ? res.statusCode : clientClosedRequest
  const route = declaredRouteOf(req)
  const slowMs = (route === null ? null : slowBudgetOf(`${method} ${route}`)) ?? defaultSlowMs
  // Listed, not spread: this runs for each request that is executed.
  const { actor, isWrite, isTelemetry, hasFailed } = factsOf(req)
  return { actor, isWrite, isTelemetry, hasFailed, method, status, durationMs, slowMs }
}

const toRow = (
  req: IncomingMessage,
  { method, status, durationMs, actor }: AnsweredRequest,
  { clock, clientAddress }: TraceDeps,
): Row => ({
  traceId: traceIdOf(req),
  requestId: requestIdOf(req),
  at: new Date(clock.now() - durationMs),
  method,
  route: storableText(routeOf(req), maxRouteLength),
  operation: operationOf(req),
  status,
  durationMs: Math.round(durationMs * 10) / 10,
  actor: actor ?? null,
  address: clientAddress(req),
})

function operationOf(req: IncomingMessage): string | null {
  const { operation } = factsOf(req)
  return operation === undefined ? null : storableText(operation, maxOperationLength)
}

/** The route as declared, without Express's escapes; the path if there is no route. */
const routeOf = (req: IncomingMessage): string => declaredRouteOf(req) ?? pathOfRequest(req)

function declaredRouteOf(req: IncomingMessage & { route?: { path?: unknown } }): string | null {
  const path = req.route?.path
  return typeof path === 'string' ? path.replaceAll('\\', '') : null
}

/** Deletes expired traces and returns their number. */
export async function clearOldTraces(db: Pick<RootDatabase, 'requestTrace'>, at: Date): Promise<number> {
  const { count } = await db.requestTrace.deleteMany({ where: { at: { lt: keptSince('requestTrace', at) } } })
  return count
}
