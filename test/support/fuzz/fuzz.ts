import { createHash } from 'node:crypto'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import type { Json } from '../gateway.ts'
import { casesOf } from '../extent.ts'

const asked = Number(process.env['FUZZ_RUNS'] ?? 0)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const mostMs = 6 * 60 * 60_000

let tried = 0

/**
 * Defines a test that a property holds for any generated value. Every run tries the same `usual` values, a quarter of
 * them unless it is thorough; FUZZ_RUNS and FUZZ_SEED set another number and seed. A failure reports the value, shrunk to a simple one.
 */
export function holdsForAny<T>(
  what: string,
  usual: number,
  values: () => fc.Arbitrary<T>,
  holds: (value: T) => Promise<void> | void,
) {
  const numRuns = asked || Math.ceil(usual / casesOf(4, 1))
  it(
    what,
    () =>
      fc.assert(
        fc.asyncProperty(values(), async (value) => {
          await holds(value)
          told(what, (tried += 1))
        }),
        { seed: seedOf(what), numRuns, endOnFailure: process.env['FUZZ_SHRINK'] === 'no' },
      ),
    asked ? mostMs : undefined,
  )
}

/** A different seed for each test, so that they do not all try the same values. */
const seedOf = (what: string) => createHash('sha256').update(`${seed} ${what}`).digest().readInt32BE()

function told(what: string, count: number) {
  if (asked && count % 1_000 === 0) process.stderr.write(`${count} tried, now: ${what}\n`)
}

/** Undefined headers are not sent. */
export type Headers = Record<string, string | undefined>

/** A request that may be invalid in every part. */
export type RawRequest = { method: string; path: string; headers?: Headers; body?: Buffer | string }
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends a request unchanged: without normalizing the URL or checking the body. */
export function sendRaw(url: string, { method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const told = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers: told }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
      )
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * Checks the guarantees of REST for any request: no response is a 5xx, and every error is a problem document; that of a
 * path of OTLP a google.rpc.Status.
 * @throws if the response breaks one.
 */
export function isOrderly({ status, headers, body }: RawAnswer, path = '') {
  if (status >= 500) throw new Error(`It answered ${status}: ${body}`)
  // Node itself rejects oversized headers with 431, so there is no problem document.
  if (status < 400 || status === 431) return
  if (path.startsWith('/ingest/otlp/')) {
    isOtlpStatus(headers, body)
    return
  }
  expect(headers['content-type']).toContain('application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) })
}

function isOtlpStatus(headers: IncomingHttpHeaders, body: string) {
  if (headers['content-type'] === 'application/x-protobuf') return
  expect(headers['content-type']).toContain('application/json')
  expect(JSON.parse(body)).toEqual({ code: expect.any(Number), message: expect.any(String) })
}

/** Checks the same for GraphQL: every error has a code other than INTERNAL_SERVER_ERROR. Returns the codes. */
export function isOrderlyGraphql(answer: RawAnswer): string[] {
  const { status, headers, body } = answer
  if (status >= 500 || headers['content-type']?.includes('problem')) {
    isOrderly(answer)
    return []
  }
  const { errors = [] } = JSON.parse(body) as { errors?: Json[] }
  return codesOf(errors)
}

/**
 * The codes of these errors.
 * @throws if one has no code or INTERNAL_SERVER_ERROR.
 */
export function codesOf(errors: readonly Json[]): string[] {
  const codes = errors.map(({ extensions }) => (extensions as Json | undefined)?.['code'] as unknown)
  if (codes.some((code) => typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR'))
    throw new Error(`Errors without a code, or with that of a failure of ours: ${JSON.stringify(errors)}`)
  return codes as string[]
}
