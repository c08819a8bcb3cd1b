import fc from 'fast-check'
import type { LookupAddress } from 'node:dns'
import { BlockList } from 'node:net'
import { isReachable } from '../../src/alerting/outbound/addresses.ts'
import { createOutbound, type Resolve } from '../../src/alerting/outbound/outbound.ts'
import { parseRetryAfter } from '../../src/alerting/outbound/retry-after.ts'
import { readRanges } from '../../src/setting-values.ts'
import { createCertificate } from '../support/certificate.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { casesOf } from '../support/extent.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const clock = { now: () => now }
const loopback = readRanges('127.0.0.1')
const post = { method: 'POST', body: '{}' } as const
const local: LookupAddress = { address: '127.0.0.1', family: 4 }

const outbound = (more: Partial<Parameters<typeof createOutbound>[0]> = {}) =>
  createOutbound({ allowed: loopback, clock, ...more })

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '203.0.113.9'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '64:ff9b::a00:1', '2002:a00:1::1', '2001:db8::1'],
    ...['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::10.0.0.1', '2001::1', 'fec0::1', 'fe80::1%eth0'],
  ])('%s is refused', (address) => {
    expect(isReachable(address, null)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450:4003::1'])(
    '%s is reachable',
    (address) => {
      expect(isReachable(address, null)).toBe(true)
    },
  )

  it('is reachable if its range is allowed, also when it is written as IPv6', () => {
    const allowed = readRanges('10.0.0.0/8')

    expect(['10.9.9.9', '::ffff:10.9.9.9', '11.0.0.1'].map((address) => isReachable(address, allowed))).toEqual([
      true,
      true,
      true,
    ])
    expect(['127.0.0.1', '::ffff:127.0.0.1', '::1'].map((address) => isReachable(address, allowed))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('of any private range is refused', () => {
    const privateAddress = fc
      .tuple(fc.constantFrom('10.%', '127.%', '192.168.%', '169.254.%', '172.20.%'), fc.ipV4())
      .map(([range, ip]) => [...range.replace('.%', '').split('.'), ...ip.split('.')].slice(0, 4).join('.'))
    fc.assert(
      fc.property(privateAddress, (address) => {
        expect([isReachable(address, null), isReachable(`::ffff:${address}`, new BlockList())]).toEqual([false, false])
      }),
    )
  })
})

describe('a request', () => {
  it('arrives with its headers and body, and returns the status and body of the response', async () => {
    await using receiver = await givenReceiver((response) => response.writeHead(202).end('accepted\0'))
    const sent = await outbound().send(`${receiver.url}/hook?a=1`, { ...post, headers: { 'x-test': 'yes' } })

    expect(sent).toEqual({ status: 202, error: null, answer: 'accepted', retryAfterMs: null })
    expect(receiver.received).toMatchObject([{ method: 'POST', url: '/hook?a=1', body: '{}' }])
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-test': 'yes', 'user-agent': 'Vigia' })
  })

  it.each(['http://127.0.0.1', 'https://127.0.0.1', 'http://2130706433', 'http://0x7f.1', 'http://[::ffff:7f00:1]'])(
    'to %s is refused before anything is sent if the address is not allowed',
    async (origin) => {
      await using receiver = await givenReceiver()
      const { status, error } = await outbound({ allowed: null }).send(`${origin}:${receiver.port}/`, post)

      expect(status).toBeNull()
      expect(error?.code).toBe('HOST_PRIVATE')
      expect(receiver.received).toEqual([])
    },
  )

  it('over plain http to a public address is refused', async () => {
    const resolve: Resolve = () => Promise.resolve([{ address: '8.8.8.8', family: 4 }])

    expect(await outbound({ resolve }).send('http://hooks.example.org/', post)).toMatchObject({
      status: null,
      error: { code: 'HTTPS_ONLY', parameters: {} },
    })
  })

  it('goes to the address that was checked, even if the name would resolve to another one later', async () => {
    await using allowed = await givenReceiver()
    let lookups = 0
    // The name of the second answer is refused: it would be an address of the Internet by plain http.
    const resolve: Resolve = () => Promise.resolve([lookups++ === 0 ? local : { address: '8.8.8.8', family: 4 }])
    const sender = outbound({ resolve })
    const url = `http://rebinding.example.org:${allowed.port}/`

    expect(await sender.send(url, post)).toMatchObject({ status: 200 })
    expect(lookups).toBe(1)
    expect(allowed.received[0]?.headers.host).toBe(`rebinding.example.org:${allowed.port}`)
    expect(await sender.send(url, post)).toMatchObject({ status: null, error: { code: 'HTTPS_ONLY' } })
  })

  it('is refused when the name resolves to a private address later', async () => {
    const addresses = ['127.0.0.1', '10.0.0.1']
    const resolve: Resolve = () => Promise.resolve([{ address: addresses.shift() ?? '', family: 4 }])
    await using receiver = await givenReceiver()
    const sender = outbound({ resolve })
    const url = `http://rebinding.example.org:${receiver.port}/`

    expect(await sender.send(url, post)).toMatchObject({ status: 200 })
    expect(await sender.send(url, post)).toMatchObject({ error: { code: 'HOST_PRIVATE' } })
  })

  it('uses only the allowed addresses of a name', async () => {
    await using receiver = await givenReceiver()
    const resolve: Resolve = () => Promise.resolve([{ address: '10.255.255.1', family: 4 }, local])

    expect(await outbound({ resolve }).send(`http://two.example.org:${receiver.port}/`, post)).toMatchObject({
      status: 200,
    })
  })

  it('does not follow a redirect', async () => {
    await using target = await givenReceiver()
    await using receiver = await givenReceiver((response) => response.writeHead(302, { location: target.url }).end())

    expect(await outbound().send(receiver.url, post)).toMatchObject({
      status: 302,
      error: { code: 'ANSWER_REDIRECTS', parameters: { status: 302 } },
    })
    expect(target.received).toEqual([])
  })

  it.each([500, 404, 410])('with the response %i has failed', async (status) => {
    await using receiver = await givenReceiver((response) => response.writeHead(status).end('no'))

    expect(await outbound().send(receiver.url, post)).toEqual({
      status,
      error: { code: 'ANSWER_REFUSES', parameters: { status } },
      answer: 'no',
      retryAfterMs: null,
    })
  })

  it('with the response 429 returns how long to wait', async () => {
    await using receiver = await givenReceiver((response) => response.writeHead(429, { 'retry-after': '30' }).end())

    expect(await outbound().send(receiver.url, post)).toMatchObject({ status: 429, retryAfterMs: 30_000 })
  })

  it('keeps the first kilobyte of an endless response, and closes the connection', async () => {
    let close: () => void = () => undefined
    const closed = new Promise<void>((resolve) => (close = resolve))
    await using receiver = await givenReceiver((response) => {
      response.on('close', close)
      const write = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(write)))
      write()
    })
    const { status, answer } = await outbound().send(receiver.url, post)

    expect([status, answer]).toEqual([200, 'x'.repeat(1_024)])
    await closed
  })

  it('without a response ends at the time limit', async () => {
    await using receiver = await givenReceiver(() => undefined)

    expect(await outbound({ timeoutMs: 50 }).send(receiver.url, post)).toMatchObject({
      status: null,
      error: { code: 'HOST_SILENT', parameters: { seconds: 0.05 } },
    })
  })

  it('has the status of a response whose body does not end', async () => {
    await using receiver = await givenReceiver((response) => void response.writeHead(200).write('part'))

    expect(await outbound({ timeoutMs: 300 }).send(receiver.url, post)).toMatchObject({ status: 200, answer: 'part' })
  })

  it('ends at the time limit if the name is not resolved', async () => {
    const resolve: Resolve = () => new Promise(() => undefined)

    expect(await outbound({ resolve, timeoutMs: 50 }).send('https://slow.example.org', post)).toMatchObject({
      error: { code: 'HOST_SILENT', parameters: { seconds: 0.05 } },
    })
  })

  it('to a closed port or an unknown name fails with a sentence', async () => {
    const { url } = await (async () => {
      await using closed = await givenReceiver()
      return closed
    })()
    const resolve: Resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))

    expect(await outbound().send(url, post)).toMatchObject({ error: { code: 'HOST_REFUSES' } })
    expect(await outbound({ resolve }).send('https://no.example.org', post)).toMatchObject({
      error: { code: 'HOST_UNKNOWN', parameters: {} },
    })
  })

  it('over https requires a certificate that is trusted and belongs to the name', async () => {
    const certificate = createCertificate('hooks.example.org')
    await using receiver = await givenReceiver(undefined, certificate)
    const resolve: Resolve = () => Promise.resolve([local])
    const send = (name: string, ca?: string) =>
      outbound({ resolve, ...(ca && { ca }) }).send(`https://${name}:${receiver.port}/`, post)

    expect(await send('hooks.example.org', certificate.cert)).toMatchObject({ status: 200, error: null })
    expect((await send('hooks.example.org')).error?.code).toBe('CERTIFICATE_REFUSED')
    expect((await send('other.example.org', certificate.cert)).error?.code).toBe('CERTIFICATE_REFUSED')
    expect(receiver.received).toHaveLength(1)
  })
})

it.each([
  ['30', 30_000],
  [' 0 ', 0],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
  ['Sunday, 01-Mar-26 12:01:00 GMT', 60_000],
  ['Sun Mar  1 12:01:00 2026', 60_000],
  ['Sun Mar  1 12:01:00 2026 GMT', 60_000],
  ['Sun, 01 Mar 2026 13:01:00 +0100', 60_000],
  ['Mon Mar  1 12:01:00 1976', 0],
  ['Sat Mar  1 12:01:00 2036', 86_400_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['999999999999', 86_400_000],
  ['-5', null],
  ['1.5', null],
  ['2027', 2_027_000],
  ['soon', null],
  ['', null],
  [undefined, null],
])('a Retry-After of %j means %p ms', (header, expected) => {
  expect(parseRetryAfter(header, now)).toBe(expected)
})

const names = { days: 'Sun,Mon,Tue,Wed,Thu,Fri,Sat', months: 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec' }
const [days, months] = [names.days.split(','), names.months.split(',')]
const long = { Sun: 'Sunday', Mon: 'Monday', Tue: 'Tuesday', Wed: 'Wednesday', Thu: 'Thursday', Fri: 'Friday' }
const two = (value: number) => String(value).padStart(2, '0')

/** The three forms of a date of HTTP. Source: RFC 9110, 5.6.7. */
function formsOf(date: Date): string[] {
  const [day = '', month = ''] = [days[date.getUTCDay()], months[date.getUTCMonth()]]
  const [number, year, time] = [date.getUTCDate(), date.getUTCFullYear(), date.toISOString().slice(11, 19)]
  return [
    `${day}, ${two(number)} ${month} ${year} ${time} GMT`,
    `${{ ...long, Sat: 'Saturday' }[day]}, ${two(number)}-${month}-${two(year % 100)} ${time} GMT`,
    `${day} ${month} ${String(number).padStart(2)} ${time} ${year}`,
  ]
}

describe('a date in a Retry-After', () => {
  const { TZ } = process.env
  afterEach(() => {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  })

  it('means the same in each of its three forms, in whatever zone the server runs', () => {
    const zone = fc.constantFrom('UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati')
    const start = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2045, 0) }).map((ms) => ms - (ms % 1_000))
    const wait = fc.integer({ min: -90_000, max: 90_000 })
    fc.assert(
      fc.property(zone, start, wait, (name, from, seconds) => {
        process.env['TZ'] = name
        const expected = Math.min(Math.max(seconds * 1_000, 0), 86_400_000)

        for (const form of formsOf(new Date(from + seconds * 1_000)))
          expect([form, parseRetryAfter(form, from)]).toEqual([form, expected])
      }),
      { numRuns: casesOf(200, 5_000) },
    )
  })
})
