import fc from 'fast-check'
import { formatTraceId, recognizeTraceId } from '../../src/tracing/recognize-trace-id.ts'

const uuid = '2b1f0c8e-6a53-4f6e-9d51-0f3c1a9be001'
const hex = '4bf92f3577b34da6a3ce929d0e0e4736'
const zeros = '0'.repeat(32)

const formsOf = (text: string) => recognizeTraceId(text).map(({ form }) => form)
const readings = (text: string) => recognizeTraceId(text).map(formatTraceId)

it.each([
  [`00-${hex}-00f067aa0ba902b7-01`, `trace:${hex}`],
  [`00-${hex.toUpperCase()}-00F067AA0BA902B7-01`, `trace:${hex}`],
  [`traceparent: 00-${hex}-00f067aa0ba902b7-01`, `trace:${hex}`],
  [`cc-${hex}-00f067aa0ba902b7-01-what-the-future-will-be`, `trace:${hex}`],
  [hex.toUpperCase(), `trace:${hex}`],
  ['<1.envio@example.org>', 'message-id:<1.envio@example.org>'],
  ['1.envio@example.org', 'message-id:<1.envio@example.org>'],
  ['#12', 'incident-number:12'],
  ['978-84-00-00000-4', 'isbn:9788400000004'],
  ['84-00-00000-5', 'isbn:9788400000004'],
  [`msg_${hex}`, `delivery:msg_${hex}`],
  ['A/2026-0001', 'number:A20260001'],
  [' a.1 ', 'number:A1'],
  ['customer:c-100', 'customer:c-100'],
  [`document:${uuid.toUpperCase()}`, `document:${uuid}`],
  ['X-Request-Id: abc', 'request:abc'],
])('%s is first read as %s', (text, expected) => {
  expect(readings(text)[0]).toBe(expected)
})

it.each([
  ['of version ff', `ff-${hex}-00f067aa0ba902b7-01`],
  ['of version 00 with a fifth part', `00-${hex}-00f067aa0ba902b7-01-more`],
  ['with an all-zero trace id', `00-${zeros}-00f067aa0ba902b7-01`],
  ['with an all-zero span id', `00-${hex}-0000000000000000-01`],
  ['that is cut', `00-${hex}-00f067aa0ba902`],
])('a traceparent %s is no trace', (_how, text) => {
  expect(formsOf(text)).not.toContain('TRACE')
})

it.each([
  ['a trace id of zeros', zeros, 'TRACE'],
  ['an ISBN with a wrong check digit', '978-84-00-00000-5', 'ISBN'],
  ['an ISBN of ten characters with a wrong check digit', '8400000006', 'ISBN'],
  ['a text with a blank', 'a b', 'REQUEST'],
  ['an incident number that no column holds', '#2147483648', 'INCIDENT_NUMBER'],
])('%s is not recognised as such', (_what, text, form) => {
  expect(formsOf(text)).not.toContain(form)
})

it('a UUID may be the id of a message, a document, a replay, an incident, a customer or a request, in that order', () => {
  expect(formsOf(uuid)).toEqual(['MESSAGE', 'DOCUMENT', 'REPLAY', 'INCIDENT', 'CUSTOMER', 'REQUEST'])
})

it('digits that pass for an ISBN may still be a number, a customer or a request', () => {
  expect(formsOf('8400000005')).toEqual(['ISBN', 'NUMBER', 'CUSTOMER', 'REQUEST'])
})

it.each(['', '   ', 'document:', 'document:1', 'trace:1', 'isbn:1'])('%j has no reading', (text) => {
  expect(recognizeTraceId(text)).toEqual([])
})

it('every reading, written with its kind, is recognised as exactly itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.uuid(), fc.stringMatching(/^[\w.:/+=@<>#-]{1,120}$/)), (text) => {
      for (const id of recognizeTraceId(text)) expect(recognizeTraceId(formatTraceId(id))).toEqual([id])
    }),
    { examples: [[uuid], [hex], ['<a@b>'], ['#7'], ['978-84-00-00000-4'], ['A/1'], [`msg_${hex}`], ['trace:x:y']] },
  )
})
