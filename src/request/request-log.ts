import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../lib/log.ts'
import { traceFields } from './request-trace.ts'

/** Paths polled by supervisors and monitoring systems, which are not logged. */
const quietPaths = new Set(['/livez', '/readyz', '/metrics'])

declare module 'node:http' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- Only an interface can be added to.
  interface IncomingMessage {
    /** The request id in the log and in the audit trail. */
    id?: string
  }
}

/** Called with each request when its response closes, and its duration in milliseconds. */
export type RecordAnswered = (req: IncomingMessage, res: ServerResponse, durationMs: number) => void

/** Assigns the request id; when the response closes, complete or not, logs the request and records it. */
export function logRequest(req: IncomingMessage, res: ServerResponse, record: RecordAnswered): void {
  req.id = validRequestId(req.headers['x-request-id']) ?? randomUUID()
  if (quietPaths.has(pathOf(req.url))) return
  const startedAt = performance.now()
  res.once('close', () => {
    const durationMs = performance.now() - startedAt
    logOne(req, res, Math.round(durationMs))
    record(req, res, durationMs)
  })
}

function logOne(req: IncomingMessage, res: ServerResponse, responseTime: number): void {
  const hasFailed = res.statusCode >= 500
  const level = hasFailed ? 'warn' : 'info'
  if (!log.isLevelEnabled(level)) return
  log[level](
    {
      // Without headers, which contain secrets.
      req: { id: req.id, method: req.method, path: pathOfRequest(req), address: req.socket.remoteAddress },
      res: { status: res.statusCode },
      responseTime,
      ...traceFields(req),
    },
    outcomeOf(res, hasFailed),
  )
}

function outcomeOf({ writableFinished }: ServerResponse, hasFailed: boolean): string {
  if (!writableFinished) return 'request aborted by the client'
  return hasFailed ? 'request failed' : 'request answered'
}

const validRequestId = (id: string | string[] | undefined) =>
  typeof id === 'string' && /^[\w.:/+=@-]{1,100}$/.test(id) ? id : null

/** The path of a request, without its query string, which reveals what people search for, and without secrets. */
export const pathOfRequest = (req: IncomingMessage & { originalUrl?: string }): string =>
  withoutSecret(pathOf(req.originalUrl ?? req.url))

// The secret in the path of a heartbeat is its credential.
const withoutSecret = (path: string) => path.replace(/(ingest\/+v1\/+heartbeats\/+).+/i, '$1…')

const pathOf = (url: string | undefined) => (url ?? '').split('?', 1)[0] ?? ''

/** The id of a request, for the log and the audit trail. */
export const requestIdOf = ({ id }: IncomingMessage): string => id ?? ''
