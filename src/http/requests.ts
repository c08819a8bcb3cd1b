import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'
import { pinoHttp } from 'pino-http'
import proxyaddr from 'proxy-addr'
import type { Config } from '../config.ts'
import { log } from '../log.ts'

const quiet = new Set(['/livez', '/readyz', '/metrics'])

/** Gives every request an id, answers with it in `X-Request-Id`, and logs the request when it is answered. */
export const logRequests = pinoHttp({
  logger: log,
  genReqId(req, res) {
    const id = acceptable(req.headers['x-request-id']) ?? randomUUID()
    res.setHeader('x-request-id', id)
    return id
  },
  autoLogging: { ignore: (req) => quiet.has(pathOf(req.url)) },
  customLogLevel: (_req, res, error) => (error !== undefined || res.statusCode >= 500 ? 'warn' : 'info'),
  customSuccessMessage: () => 'request answered',
  customErrorMessage: () => 'request failed',
  serializers: {
    // The path alone: what people search for is nobody's business, and headers hold secrets.
    req: (req: { id: unknown; method: string; url: string; remoteAddress: string }) => ({
      id: req.id,
      method: req.method,
      path: pathOf(req.url),
      address: req.remoteAddress,
    }),
    res: (res: { statusCode: number }) => ({ status: res.statusCode }),
  },
})

const acceptable = (id: string | string[] | undefined) =>
  typeof id === 'string' && /^[\w.:/+=@-]{1,100}$/.test(id) ? id : null

const pathOf = (url: string | undefined) => (url ?? '').split('?', 1)[0] ?? ''

/** The id of a request, for the log and the audit trail. */
export const requestIdOf = ({ id }: IncomingMessage): string => (typeof id === 'string' ? id : '')

/** Where a request comes from; proxies are believed as far as TRUST_PROXY says. IPv4 looks like IPv4 on every socket. */
export const addressOf = (req: Request): string => plain(req.ip ?? '')

/** The same for requests that Express does not see. */
export function addressReader(trustProxy: Config['trustProxy']): (req: IncomingMessage) => string {
  const trusts = trusting(trustProxy)
  return (req) => plain(proxyaddr(req, trusts))
}

function trusting(trustProxy: Config['trustProxy']) {
  if (trustProxy === null) return () => false
  if (typeof trustProxy === 'number') return (_address: string, hops: number) => hops < trustProxy
  return proxyaddr.compile(trustProxy.split(/\s*,\s*/))
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
