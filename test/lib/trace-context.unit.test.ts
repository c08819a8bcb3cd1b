import fc from 'fast-check'
import { parseTracestate, readTraceContext, traceHeaders } from '../../src/lib/trace-context.ts'

const traceId = '12345678901234567890123456789012'
const parentId = '1234567890123456'
const valid = `00-${traceId}-${parentId}-01`
const state = (...fields: string[]) => [`00-${traceId}-${parentId}-00`, ...fields] as const
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')
const members = (count: number) => Array.from({ length: count }, (_, index) => `bar${index + 1}=${index + 1}`)

// The cases of the test suite of W3C, https://github.com/w3c/trace-context/blob/main/test/test.py. Those of the names of
// the headers and their case are decided by Node's parser.
describe('the trace context of a request continues that of its caller', () => {
  it.each<[string, string | string[]]>([
    ['test_traceparent_included_tracestate_missing', valid],
    ['test_traceparent_version_0xcc', `cc-${traceId}-${parentId}-01`],
    ['test_traceparent_version_0xcc', `cc-${traceId}-${parentId}-01-what-the-future-will-be-like`],
    ['test_traceparent_ows_handling', ` ${valid}`],
    ['test_traceparent_ows_handling', `\t${valid}`],
    ['test_traceparent_ows_handling', `${valid} `],
    ['test_traceparent_ows_handling', `\t ${valid} \t`],
    ['one header in a list', [valid]],
  ])('%s: %j', (_case, traceparent) => {
    const context = readTraceContext(traceparent, undefined)

    expect(context).toMatchObject({ traceId, parentId, sampled: true, traceState: null })
    expect(context.spanId).toMatch(/^(?!0+$)[0-9a-f]{16}$/)
    expect(context.spanId).not.toBe(parentId)
  })
})

describe('an invalid traceparent begins a new trace, without the tracestate', () => {
  it.each<[string, string | string[] | undefined]>([
    ['test_both_traceparent_and_tracestate_missing', undefined],
    ['test_tracestate_included_traceparent_missing', undefined],
    ['test_traceparent_duplicated', [valid.replace('12-', '11-'), valid]],
    ['test_traceparent_duplicated', `${valid}, ${valid}`],
    ['test_traceparent_duplicated', `cc${valid.slice(2)}, cc${valid.slice(2)}`],
    ['test_traceparent_version_0x00', `${valid}.`],
    ['test_traceparent_version_0x00', `${valid}-what-the-future-will-be-like`],
    ['test_traceparent_version_0xcc', `cc-${traceId}-${parentId}-01.what-the-future-will-be-like`],
    ['test_traceparent_version_0xff', `ff-${traceId}-${parentId}-01`],
    ['test_traceparent_version_illegal_characters', `.0-${traceId}-${parentId}-01`],
    ['test_traceparent_version_illegal_characters', `0.-${traceId}-${parentId}-01`],
    ['test_traceparent_version_too_long', `000-${traceId}-${parentId}-01`],
    ['test_traceparent_version_too_long', `0000-${traceId}-${parentId}-01`],
    ['test_traceparent_version_too_short', `0-${traceId}-${parentId}-01`],
    ['test_traceparent_trace_id_all_zero', `00-${'0'.repeat(32)}-${parentId}-01`],
    ['test_traceparent_trace_id_illegal_characters', `00-.${traceId.slice(1)}-${parentId}-01`],
    ['test_traceparent_trace_id_illegal_characters', `00-${traceId.slice(1)}.-${parentId}-01`],
    ['test_traceparent_trace_id_too_long', `00-${traceId}3-${parentId}-01`],
    ['test_traceparent_trace_id_too_short', `00-${traceId.slice(1)}-${parentId}-01`],
    ['test_traceparent_parent_id_all_zero', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['test_traceparent_parent_id_illegal_characters', `00-${traceId}-.${parentId.slice(1)}-01`],
    ['test_traceparent_parent_id_illegal_characters', `00-${traceId}-${parentId.slice(1)}.-01`],
    ['test_traceparent_parent_id_too_long', `00-${traceId}-${parentId}7-01`],
    ['test_traceparent_parent_id_too_short', `00-${traceId}-${parentId.slice(1)}-01`],
    ['test_traceparent_trace_flags_illegal_characters', `00-${traceId}-${parentId}-.0`],
    ['test_traceparent_trace_flags_illegal_characters', `00-${traceId}-${parentId}-0.`],
    ['test_traceparent_trace_flags_too_long', `00-${traceId}-${parentId}-001`],
    ['test_traceparent_trace_flags_too_short', `00-${traceId}-${parentId}-1`],
    ['upper case is not allowed', `00-${'A'.repeat(32)}-${parentId}-01`],
    ['an empty header', ''],
    ['an empty list', []],
  ])('%s: %j', (_case, traceparent) => {
    const context = readTraceContext(traceparent, 'foo=1')

    expect(context.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
    expect(context.traceId).not.toContain(traceId.slice(1, -1))
    expect(context).toMatchObject({ parentId: null, sampled: true, traceState: null })
  })
})

describe('a valid tracestate is passed on as it came', () => {
  const key = `${range(0x61, 0x7a)}0123456789_-*/`
  const value = range(0x20, 0x2b) + range(0x2d, 0x3c) + range(0x3e, 0x7e)
  it.each<[string, string | string[], string]>([
    ['test_tracestate_included_traceparent_included', 'foo=1,bar=2', 'foo=1,bar=2'],
    ['test_tracestate_empty_header', ['foo=1', ''], 'foo=1,'],
    ['test_tracestate_empty_header', ['', 'foo=1'], ',foo=1'],
    ['test_tracestate_multiple_headers_different_keys', ['foo=1,bar=2', 'rojo=1', 'baz=3'], 'foo=1,bar=2,rojo=1,baz=3'],
    ['test_tracestate_all_allowed_characters', `${key}=${value}`, `${key}=${value}`],
    ['test_tracestate_all_allowed_characters', `${key}@a-z0-9_-*/=${value}`, `${key}@a-z0-9_-*/=${value}`],
    ['test_tracestate_ows_handling', 'foo=1 \t , \t bar=2, \t baz=3', 'foo=1 \t , \t bar=2, \t baz=3'],
    ['test_tracestate_ows_handling', '\t foo=1 \t', 'foo=1'],
    ['test_tracestate_member_count_limit', members(32).join(','), members(32).join(',')],
    ['test_tracestate_key_length_limit', ['foo=1', `${'z'.repeat(256)}=1`], `foo=1,${'z'.repeat(256)}=1`],
    [
      'test_tracestate_key_length_limit',
      `${'t'.repeat(241)}@${'v'.repeat(14)}=1`,
      `${'t'.repeat(241)}@${'v'.repeat(14)}=1`,
    ],
    ['512 characters', `a=${'1'.repeat(256)},b=${'1'.repeat(251)}`, `a=${'1'.repeat(256)},b=${'1'.repeat(251)}`],
  ])('%s: %j', (_case, tracestate, passedOn) => {
    const [traceparent] = state()

    expect(readTraceContext(traceparent, tracestate)).toMatchObject({ traceId, sampled: false, traceState: passedOn })
  })
})

describe('an invalid tracestate is dropped, and the trace goes on', () => {
  it.each<[string, string | string[]]>([
    ['test_tracestate_empty_header', ''],
    ['test_tracestate_empty_header', ['', '']],
    ['test_tracestate_duplicated_keys', 'foo=1,foo=1'],
    ['test_tracestate_duplicated_keys', ['foo=1', 'foo=2']],
    ['test_tracestate_key_illegal_characters', 'foo =1'],
    ['test_tracestate_key_illegal_characters', 'FOO=1'],
    ['test_tracestate_key_illegal_characters', 'foo.bar=1'],
    ['test_tracestate_key_illegal_vendor_format', 'foo@=1,bar=2'],
    ['test_tracestate_key_illegal_vendor_format', '@foo=1,bar=2'],
    ['test_tracestate_key_illegal_vendor_format', 'foo@@bar=1,bar=2'],
    ['test_tracestate_key_illegal_vendor_format', 'foo@bar@baz=1,bar=2'],
    ['test_tracestate_member_count_limit', members(33).join(',')],
    ['test_tracestate_key_length_limit', ['foo=1', `${'z'.repeat(257)}=1`]],
    ['test_tracestate_key_length_limit', `${'t'.repeat(242)}@v=1`],
    ['test_tracestate_key_length_limit', `t@${'v'.repeat(15)}=1`],
    ['test_tracestate_value_illegal_characters', 'foo=bar=baz'],
    ['test_tracestate_value_illegal_characters', 'foo=,bar=3'],
    ['513 characters', `a=${'1'.repeat(256)},b=${'1'.repeat(252)}`],
  ])('%s: %j', (_case, tracestate) => {
    const [traceparent] = state()

    expect(readTraceContext(traceparent, tracestate)).toMatchObject({ traceId, traceState: null })
  })
})

const hexadecimal = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''))
    .filter((digits) => /[^0]/.test(digits))

it('a context that is sent and read again keeps its trace, its flag and its state, and has a new span each time', () => {
  fc.assert(
    fc.property(hexadecimal(32), fc.boolean(), fc.constantFrom(null, 'foo=1,t@v=2'), (id, sampled, traceState) => {
      const [first, second] = [1, 2].map(() => traceHeaders({ traceId: id, sampled, traceState }))
      const read = readTraceContext(first?.['traceparent'], first?.['tracestate'])

      expect(read).toMatchObject({ traceId: id, sampled, traceState })
      expect(read.parentId).toBe(first?.['traceparent']?.slice(36, 52))
      expect(first?.['traceparent']).not.toBe(second?.['traceparent'])
    }),
  )
})

it('any text at all gives a valid context', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef-,= @') }),
    fc.constant(valid),
  )
  fc.assert(
    fc.property(text, text, (traceparent, tracestate) => {
      const context = readTraceContext(traceparent, tracestate)

      expect(context.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
      expect(context.spanId).toMatch(/^(?!0+$)[0-9a-f]{16}$/)
      expect(context.traceState === null || parseTracestate(context.traceState) === context.traceState).toBe(true)
    }),
  )
})
