import { createHash } from 'node:crypto'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import type { Json } from './gateway.ts'

const asked = Number(process.env['FUZZ_RUNS'] ?? 0)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const mostMs = 6 * 60 * 60_000

let tried = 0

/**
 * A test that something holds for any value of a kind: for the same `usual` values on every run of the tests, for as many
 * and such as FUZZ_RUNS and FUZZ_SEED say where those are set. A failure tells the value, made as simple as it can be.
 */
export function holdsForAny<T>(
  what: string,
  usual: number,
  values: () => fc.Arbitrary<T>,
  holds: (value: T) => Promise<void> | void,
) {
  const numRuns = asked || usual
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

/** Another one for each test, so that they do not all try the same values. */
const seedOf = (what: string) => createHash('sha256').update(`${seed} ${what}`).digest().readInt32BE()

function told(what: string, count: number) {
  if (asked && count % 1_000 === 0) process.stderr.write(`${count} tried, now: ${what}\n`)
}

/** What is undefined is not sent. */
export type Headers = Record<string, string | undefined>

/** A request of which everything may be wrong. */
export type RawRequest = { method: string; path: string; headers?: Headers; body?: Buffer | string }
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends a request as it is: no address is put in order, no body looked at. */
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

/** Holds an answer against what REST promises whatever is asked: no failure of ours, and refusals as problem documents. */
export function isOrderly({ status, headers, body }: RawAnswer) {
  if (status >= 500) throw new Error(`It answered ${status}: ${body}`)
  // What is too long is refused by Node itself, before anybody is asked.
  if (status < 400 || status === 431) return
  expect(headers['content-type']).toContain('application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) })
}

/** The same for GraphQL: an error has a code, and never that of a failure of ours. Returns the codes. */
export function isOrderlyGraphql(answer: RawAnswer): string[] {
  const { status, headers, body } = answer
  if (status >= 500 || headers['content-type']?.includes('problem')) {
    isOrderly(answer)
    return []
  }
  const { errors = [] } = JSON.parse(body) as { errors?: Json[] }
  return codesOf(errors)
}

/** The codes of these errors, none of which is a failure of ours. */
export function codesOf(errors: readonly Json[]): string[] {
  const codes = errors.map(({ extensions }) => (extensions as Json | undefined)?.['code'] as unknown)
  if (codes.some((code) => typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR'))
    throw new Error(`Errors without a code, or with that of a failure of ours: ${JSON.stringify(errors)}`)
  return codes as string[]
}
