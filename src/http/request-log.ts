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
    /** What the log and the audit trail know the request by. */
    id?: string
  }
}

/** Gives a request an id, and logs it once it is answered or broken off. */
export function logRequest(req: IncomingMessage, res: ServerResponse): void {
  req.id = acceptable(req.headers['x-request-id']) ?? randomUUID()
  if (quiet.has(pathOf(req.url))) return
  const began = performance.now()
  res.once('close', () => {
    logOne(req, res, Math.round(performance.now() - began))
  })
}

/** Asks a new connection with whom it is: it remembers its answer, and once it is gone it cannot be asked any more. */
export const cacheRemoteAddress = ({ remoteAddress }: Socket): string | undefined => remoteAddress

/** The same for Express, which answers with the id in `X-Request-Id`. */
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
      // The path alone: what people search for is nobody's business, and headers hold secrets.
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

/** Where a request comes from; proxies are believed as far as TRUST_PROXY says. IPv4 looks like IPv4 on every socket. */
export const clientAddress = (req: Request): string => plainAddress(req.ip)

/** The same for requests that Express does not see. */
export function clientAddressResolver(trustProxy: Config['trustProxy']): (req: IncomingMessage) => string {
  const trusts = trusting(trustProxy)
  return (req) => plainAddress(proxyaddr(req, trusts))
}

function trusting(trustProxy: Config['trustProxy']) {
  if (trustProxy === null) return () => false
  if (typeof trustProxy === 'number') return (_address: string, hops: number) => hops < trustProxy
  return proxyaddr.compile(trustProxy.split(','))
}

// A connection that was gone before it was asked has none, whatever types say.
const plainAddress = (address: string | undefined) => (address ?? '').replace(/^::ffff:(?=\d+\.)/, '')
