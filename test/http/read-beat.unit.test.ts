import fc from 'fast-check'
import { readBeat } from '../../src/http/ingest/heartbeats.ts'

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
