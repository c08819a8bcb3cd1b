import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Request, RequestHandler } from 'express'
import proxyaddr from 'proxy-addr'
import type { Config } from '../config.ts'
import { log } from '../lib/log.ts'

const quiet = new Set(['/livez', '/readyz', '/metrics'])

declare module 'node:http' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- Only an interface can be added to.
  interface IncomingMessage {
    /** The request id in the log and in the audit trail. */
    id?: string
  }
}

/** Assigns the request id, and logs the request when its response closes, complete or not. */
export function logRequest(req: IncomingMessage, res: ServerResponse): void {
  req.id = acceptable(req.headers['x-request-id']) ?? randomUUID()
  if (quiet.has(pathOf(req.url))) return
  const began = performance.now()
  res.once('close', () => {
    logOne(req, res, Math.round(performance.now() - began))
  })
}

/** Reads `remoteAddress` of a new connection so that Node caches it: after close it would be undefined. */
export const cacheRemoteAddress = ({ remoteAddress }: Socket): string | undefined => remoteAddress

/** `logRequest` as Express middleware, which also sends the id as `X-Request-Id`. */
export const logRequests: RequestHandler = (req, res, next) => {
  logRequest(req, res)
  res.setHeader('x-request-id', requestIdOf(req))
  next()
}

function logOne(req: IncomingMessage, res: ServerResponse, responseTime: number): void {
  const hasFailed = res.statusCode >= 500
  const level = hasFailed ? 'warn' : 'info'
  if (!log.isLevelEnabled(level)) return
  log[level](
    {
      // Without the query string, which reveals what people search for, and without headers, which hold secrets.
      req: { id: req.id, method: req.method, path: pathOf(req.url), address: req.socket.remoteAddress },
      res: { status: res.statusCode },
      responseTime,
    },
    outcomeOf(res, hasFailed),
  )
}

function outcomeOf({ writableFinished }: ServerResponse, hasFailed: boolean): string {
  if (!writableFinished) return 'request broken off by the client'
  return hasFailed ? 'request failed' : 'request answered'
}

const acceptable = (id: string | string[] | undefined) =>
  typeof id === 'string' && /^[\w.:/+=@-]{1,100}$/.test(id) ? id : null

const pathOf = (url: string | undefined) => (url ?? '').split('?', 1)[0] ?? ''

/** The id of a request, for the log and the audit trail. */
export const requestIdOf = ({ id }: IncomingMessage): string => id ?? ''

/** The client's address; proxies are trusted as TRUST_PROXY says. An IPv4-mapped IPv6 address is returned as IPv4. */
export const clientAddress = (req: Request): string => plainAddress(req.ip)

/** Returns a `clientAddress` for requests that do not pass through Express. */
export function clientAddressResolver(trustProxy: Config['trustProxy']): (req: IncomingMessage) => string {
  const trusts = trusting(trustProxy)
  return (req) => plainAddress(proxyaddr(req, trusts))
}

function trusting(trustProxy: Config['trustProxy']) {
  if (trustProxy === null) return () => false
  if (typeof trustProxy === 'number') return (_address: string, hops: number) => hops < trustProxy
  return proxyaddr.compile(trustProxy.split(','))
}

// `undefined`, which some types exclude, if the connection closed before its address was read.
const plainAddress = (address: string | undefined) => (address ?? '').replace(/^::ffff:(?=\d+\.)/, '')
