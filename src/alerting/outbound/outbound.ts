import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import type { Clock } from '../../lib/clock.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { isAllowed, isReachable } from './addresses.ts'
import { describeFailure, OutboundError } from './outbound-error.ts'
import { parseRetryAfter } from './retry-after.ts'

const defaultTimeoutMs = 10_000
const maxAnswerBytes = 1_024

/** Resolves a name to all its addresses. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

type OutboundDeps = {
  /** Addresses that may be called although they are private, and without TLS. */
  allowed: BlockList | null
  clock: Pick<Clock, 'now'>
  resolve?: Resolve
  /** Certificates to trust instead of the usual ones. */
  ca?: string
  timeoutMs?: number
}

type OutboundRequest = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

/** The answer to a request. `error` says why it failed; null for a status of success. */
export type Exchange = {
  status: number | null
  error: Sentence | null
  /** The beginning of the answer. */
  answer: string | null
  retryAfterMs: number | null
}

export type Outbound = { send: (url: string, request: OutboundRequest) => Promise<Exchange> }

/**
 * Sends requests to URLs that operators have entered. Private addresses and plain http are refused unless they are
 * allowed. The name is resolved once and the connection made to exactly the addresses that were checked. Redirects are
 * not followed. All of it takes at most ten seconds.
 */
export function createOutbound(deps: OutboundDeps): Outbound {
  const { clock, timeoutMs = defaultTimeoutMs } = deps
  return {
    async send(url, request) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const target = new URL(url)
        const addresses = await withSignal(checkedAddresses(target, deps), signal)
        const response = await exchange(target, request, { addresses, signal, ca: deps.ca })
        const answer = await readBeginning(response)
        return toExchange(response, answer, clock.now())
      } catch (error) {
        return { status: null, error: describeFailure(error, signal, timeoutMs), answer: null, retryAfterMs: null }
      }
    },
  }
}

const resolveName: Resolve = (name) => promisify(lookupName)(name, { all: true })

/**
 * The addresses of a URL's host that may be called.
 * @throws OutboundError if none may.
 */
async function checkedAddresses({ protocol, hostname }: URL, { allowed, resolve = resolveName }: OutboundDeps) {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  const reachable = addresses.filter(({ address }) => isReachable(address, allowed))
  if (reachable.length === 0) throw new OutboundError({ code: 'HOST_PRIVATE', parameters: { host } })
  if (protocol === 'https:') return reachable
  const plain = protocol === 'http:' ? reachable.filter(({ address }) => isAllowed(address, allowed)) : []
  if (plain.length === 0) throw new OutboundError({ code: 'HTTPS_ONLY', parameters: {} })
  return plain
}

type ExchangeOptions = { addresses: LookupAddress[]; signal: AbortSignal; ca: string | undefined }

/** Sends a request to one of the addresses and returns the response, whose body is still to be read. */
function exchange(url: URL, { method, headers, body }: OutboundRequest, options: ExchangeOptions) {
  const { addresses, signal, ca } = options
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const requestOptions: RequestOptions & { ca?: string } = {
    method,
    headers: { 'user-agent': 'Vigia', accept: '*/*', ...headers },
    agent: false,
    lookup: pinnedLookup(addresses),
    signal,
    ...(ca !== undefined && { ca }),
  }
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url, requestOptions, resolve).on('error', reject).end(body)
  })
}

/**
 * Resolves every lookup to the checked addresses, so that a DNS change cannot redirect the connection (DNS rebinding).
 */
const pinnedLookup =
  (addresses: LookupAddress[]): LookupFunction =>
  (_name, { all }, callback) => {
    const [first] = addresses
    if (all || !first) callback(null, addresses)
    else callback(null, first.address, first.family)
  }

/** Reads the beginning of a body. A body that breaks off or times out is no failure: the status has arrived. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  await readInto(chunks, response).catch(() => undefined)
  response.destroy()
  // PostgreSQL stores no NUL.
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '')
}

async function readInto(chunks: Buffer[], response: AsyncIterable<Buffer>) {
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxAnswerBytes) return
  }
}

function toExchange({ statusCode = 0, headers }: IncomingMessage, answer: string, now: number): Exchange {
  const isSuccess = statusCode >= 200 && statusCode < 300
  const isRedirect = statusCode >= 300 && statusCode < 400
  const code = isRedirect ? 'ANSWER_REDIRECTS' : 'ANSWER_REFUSES'
  const error: Sentence = { code, parameters: { status: statusCode } }
  const retryAfterMs = isSuccess ? null : parseRetryAfter(headers['retry-after'], now)
  return { status: statusCode, error: isSuccess ? null : error, answer, retryAfterMs }
}

/** Rejects when the signal aborts. */
function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  return Promise.race([promise, aborted])
}
