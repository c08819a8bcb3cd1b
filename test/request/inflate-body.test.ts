import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { DomainError } from '../../src/lib/errors.ts'
import { readInflatedBody } from '../../src/request/inflate-body.ts'

const mib = 1_024 ** 2
const limit = 4 * mib

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((req, res) => {
    readInflatedBody(req, limit).then(
      (body) => res.end(`${body.length} bytes, ${body.toString('utf8', 0, 10)}`),
      (error: DomainError) => res.end(error.code),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe('a body', () => {
  it.each([
    ['as it is', undefined, Buffer.from('hello'), '5 bytes, hello'],
    ['as it is, which is told', 'identity', Buffer.from('hello'), '5 bytes, hello'],
    ['compressed with gzip', 'gzip', gzipSync('hello'), '5 bytes, hello'],
    ['in capitals', ' GZIP', gzipSync('hello'), '5 bytes, hello'],
    ['without a byte', undefined, Buffer.alloc(0), '0 bytes, '],
    ['of the largest size', 'gzip', gzipSync(Buffer.alloc(limit, 'x')), `${limit} bytes, xxxxxxxxxx`],
    ['of a byte more', 'gzip', gzipSync(Buffer.alloc(limit + 1)), 'TOO_LARGE'],
    ['of a byte more, as it is', undefined, Buffer.alloc(limit + 1), 'TOO_LARGE'],
    ['compressed in another way', 'br', Buffer.from('hello'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['that is no gzip', 'gzip', Buffer.from('hello'), 'INVALID_INPUT'],
    ['that is cut', 'gzip', gzipSync('hello').subarray(0, 20), 'INVALID_INPUT'],
  ])('%s', async (_what, encoding, body, expected) => {
    const headers: Record<string, string> = encoding === undefined ? {} : { 'content-encoding': encoding }

    expect(await (await fetch(url, { method: 'POST', body, headers })).text()).toBe(expected)
  })
})

describe('a stream without a declared length is refused once it exceeds the limit', () => {
  it('after decompression: gzip that would inflate to 20 GB', async () => {
    const before = process.memoryUsage().rss

    const { answer, sentBytes } = await stream(bomb(20_000))

    expect(answer).toBe('TOO_LARGE')
    expect(sentBytes).toBeLessThan(20 * mib)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * mib)
  })

  it('before decompression: gzip that inflates to nothing', async () => {
    const empty = gzipSync('')

    const { answer } = await stream(repeat(Buffer.concat(Array(1_000).fill(empty)), 5_000))

    expect(answer).toBe('TOO_LARGE')
  })

  it('without compression', async () => {
    const { answer } = await stream(repeat(Buffer.alloc(mib), 20_000), {})

    expect(answer).toBe('TOO_LARGE')
  })
})

/** Zeros of so many MiB, compressed; they are made while they are read. */
function bomb(manyMib: number): Readable {
  const gzip = createGzip({ level: 1 })
  pipeline(repeat(Buffer.alloc(mib), manyMib), gzip).catch(() => undefined)
  return gzip
}

const repeat = (chunk: Buffer, times: number): Readable =>
  Readable.from(
    (function* () {
      for (let count = 0; count < times; count++) yield chunk
    })(),
  )

/** Sends a stream until it is answered; returns the answer, and how much of the stream had been read by then. */
async function stream(body: Readable, headers: Record<string, string> = { 'content-encoding': 'gzip' }) {
  const sent = request(url, { method: 'POST', headers })
  sent.on('error', () => undefined)
  let sentBytes = 0
  body.on('data', (chunk: Buffer) => (sentBytes += chunk.length))
  body.pipe(sent)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  body.unpipe(sent)
  body.destroy()
  const result = { answer: await text(answer), sentBytes }
  sent.destroy()
  return result
}
