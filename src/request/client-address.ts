import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyaddr from 'proxy-addr'
import type { Config } from '../config.ts'

/** Returns the address of a request's client. An IPv4-mapped IPv6 address is returned as IPv4. */
export type ClientAddress = (req: IncomingMessage) => string

/** Creates a `ClientAddress` that trusts proxies as TRUST_PROXY says. */
export function createClientAddress(trustProxy: Config['trustProxy']): ClientAddress {
  const isTrusted = trustFunction(trustProxy)
  // `undefined`, which its type excludes, if the connection closed before its address was read.
  return (req) => ((proxyaddr(req, isTrusted) as string | undefined) ?? '').replace(/^::ffff:(?=\d+\.)/, '')
}

function trustFunction(trustProxy: Config['trustProxy']) {
  if (trustProxy === null) return () => false
  if (typeof trustProxy === 'number') return (_address: string, hops: number) => hops < trustProxy
  return proxyaddr.compile(trustProxy.split(','))
}

/** Reads `remoteAddress` of a new connection so that Node caches it: after close it would be undefined. */
export const cacheRemoteAddress = ({ remoteAddress }: Socket): string | undefined => remoteAddress
