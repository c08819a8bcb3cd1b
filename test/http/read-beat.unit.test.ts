import fc from 'fast-check'
import { parseBeatBody } from '../../src/http/ingest/beat-body.ts'
import { readBeat, withBody } from '../../src/http/ingest/heartbeats.ts'

const status = fc.constantFrom('up' as const, 'down' as const)
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.double().map(String), fc.constant(undefined))

it('any duration and any message give a beat that can be stored, and the status is kept', () => {
  fc.assert(
    fc.property(status, text, text, (status, ms, msg) => {
      const { beat, problem } = readBeat({ status, ...(ms !== undefined && { ms }), ...(msg !== undefined && { msg }) })

      expect(beat.ok).toBe(status === 'up')
      if (beat.ms !== null) expect(beat.ms >= 0 && beat.ms <= 86_400_000).toBe(true)
      expect(problem !== null).toBe(beat.ms === null && (ms ?? '').trim() !== '')
      expect([...(beat.message ?? '')].length).toBeLessThanOrEqual(500)
      expect(beat.message ?? '').not.toMatch(/[\p{Cc}\p{Cs}]/u)
      expect(beat.message).not.toBe('')
    }),
  )
})

it.each([
  ['0', 0],
  ['86400000', 86_400_000],
  [' 12.5 ', 12.5],
  ['', null],
])('the duration "%s" is read as %p', (ms, expected) => {
  expect(readBeat({ status: 'up', ms })).toEqual({ beat: { ok: true, ms: expected, message: null }, problem: null })
})

it.each(['-1', '86400001', '1e3', '0x10', 'NaN', 'Infinity', '1,5', 'soon'])(
  'the duration "%s" is left out with a sentence',
  (ms) => {
    const { beat, problem } = readBeat({ status: 'down', ms, msg: 'kept' })

    expect(beat).toEqual({ ok: false, ms: null, message: 'kept' })
    expect(problem).toMatchObject({
      code: 'INVALID_INPUT',
      message: `"ms" is a number of milliseconds from 0 to 86400000 (a day), not "${ms}". The run is recorded without it.`,
    })
  },
)

it('a message of several lines becomes one line, and its first 500 characters are kept whole', () => {
  expect(readBeat({ status: 'up', msg: ' one\r\n\0two\t' }).beat.message).toBe('one two')
  expect(readBeat({ status: 'up', msg: '📚'.repeat(501) }).beat.message).toBe('📚'.repeat(500))
})

const parameters = fc.record({ status, ms: fc.nat(86_400_000).map(String), msg: fc.string() }, { requiredKeys: [] })

describe('the body of a beat', () => {
  it('has the same parameters as a form and as JSON, with numbers as texts or not', () => {
    fc.assert(
      fc.property(parameters, fc.boolean(), ({ ms, ...texts }, isNumber) => {
        const fields = { ...texts, ...(ms !== undefined && { ms }) }
        const json = { ...texts, ...(ms !== undefined && { ms: isNumber ? Number(ms) : ms }) }

        expect(parseBeatBody(new URLSearchParams(fields).toString())).toEqual(fields)
        expect(parseBeatBody(`\uFEFF${JSON.stringify(json)}\r\n`)).toEqual(fields)
      }),
    )
  })

  it('of any text is read without an error, and decides nothing unless it names a status', () => {
    const word = fc.constantFrom('status', 'down', '=', '&', '{', '}', '"', ':', 'ms', '5', 'up', '%', '\n', 'otro')
    const body = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word).map((words) => words.join('')),
      fc.json(),
    )
    fc.assert(
      fc.property(body, (text) => {
        const read = parseBeatBody(text)

        expect(read.status ?? 'up').toMatch(/^(up|down)$/)
        if (!/status|%/.test(text)) expect(read.status).toBeUndefined()
        expect(readBeat(read).problem).toBeNull()
      }),
    )
  })

  it.each([
    ['status=down', { status: 'down' }],
    ['status=up&status=down', { status: 'down' }],
    ['msg=a+b%20c&ms=12.5', { msg: 'a b c', ms: '12.5' }],
    [
      '{"status":"down","ms":12.5,"msg":"sin espacio","host":"uno"}',
      { status: 'down', ms: '12.5', msg: 'sin espacio' },
    ],
    ['{"status":"success"}', {}],
    ['{"ms":0.05102157592773438}', { ms: '0.051022' }],
    ['{"ms":1e-9}', { ms: '0' }],
    ['{"status":"down"', {}],
    ['{"status":["down"],"ms":-1,"msg":null}', {}],
    ['["status","down"]', {}],
    ['status=down&host=uno', {}],
    ['status=DOWN', {}],
    ['ms=soon', {}],
    ['2026-01-15 02:30 status=down', {}],
    ['', {}],
  ])('%s is read as %j', (text, expected) => {
    expect(parseBeatBody(text)).toEqual(expected)
  })

  it('is outweighed by the query, but for a failure', () => {
    fc.assert(
      fc.property(parameters, parameters, (query, body) => {
        const both = withBody(query, body)

        const isDown = query.status === 'down' || body.status === 'down'
        expect(both.status).toBe(isDown ? 'down' : (query.status ?? body.status))
        expect([both.ms, both.msg]).toEqual([query.ms ?? body.ms, query.msg ?? body.msg])
      }),
    )
  })
})
