import fc from 'fast-check'
import type { Language } from '../../src/lib/language.ts'
import { accessInEnglish } from '../../src/messages/access/en.ts'
import { accessInSpanish } from '../../src/messages/access/es.ts'
import { alertingInEnglish } from '../../src/messages/alerting/en.ts'
import { alertingInSpanish } from '../../src/messages/alerting/es.ts'
import { deliveriesInEnglish } from '../../src/messages/deliveries/en.ts'
import { deliveriesInSpanish } from '../../src/messages/deliveries/es.ts'
import { fieldsInEnglish } from '../../src/messages/fields/en.ts'
import { fieldsInSpanish } from '../../src/messages/fields/es.ts'
import { importsInEnglish } from '../../src/messages/imports/en.ts'
import { importsInSpanish } from '../../src/messages/imports/es.ts'
import { sinliInEnglish } from '../../src/messages/sinli/en.ts'
import { sinliInSpanish } from '../../src/messages/sinli/es.ts'
import { monitoringInEnglish } from '../../src/messages/monitoring/en.ts'
import { monitoringInSpanish } from '../../src/messages/monitoring/es.ts'
import { observationsInEnglish } from '../../src/messages/observations/en.ts'
import { observationsInSpanish } from '../../src/messages/observations/es.ts'
import { operationsInEnglish } from '../../src/messages/operations/en.ts'
import { operationsInSpanish } from '../../src/messages/operations/es.ts'
import { requestsInEnglish } from '../../src/messages/requests/en.ts'
import { requestsInSpanish } from '../../src/messages/requests/es.ts'
import { telemetryInEnglish } from '../../src/messages/telemetry/en.ts'
import { telemetryInSpanish } from '../../src/messages/telemetry/es.ts'
import { tradeInEnglish } from '../../src/messages/trade/en.ts'
import { tradeInSpanish } from '../../src/messages/trade/es.ts'

type Texts = Readonly<Record<string, (values: never) => string>>

const catalogues: Record<string, Record<Language, Texts>> = {
  access: { en: accessInEnglish, es: accessInSpanish },
  alerting: { en: alertingInEnglish, es: alertingInSpanish },
  deliveries: { en: deliveriesInEnglish, es: deliveriesInSpanish },
  fields: { en: fieldsInEnglish, es: fieldsInSpanish },
  imports: { en: importsInEnglish, es: importsInSpanish },
  sinli: { en: sinliInEnglish, es: sinliInSpanish },
  monitoring: { en: monitoringInEnglish, es: monitoringInSpanish },
  observations: { en: observationsInEnglish, es: observationsInSpanish },
  operations: { en: operationsInEnglish, es: operationsInSpanish },
  requests: { en: requestsInEnglish, es: requestsInSpanish },
  telemetry: { en: telemetryInEnglish, es: telemetryInSpanish },
  trade: { en: tradeInEnglish, es: tradeInSpanish },
}

const codes = Object.entries(catalogues).flatMap(([name, { en }]) => Object.keys(en).map((code) => ({ name, code })))

/** Values that one language words otherwise, and does not repeat or alone has. */
const wordedOtherwise = new Set(['vigia'])

it.each(codes)('$name, $code: both languages name the same values', ({ name, code }) => {
  const { en, es } = catalogues[name] ?? {}

  const named = [en, es].map((texts) => valuesNamed(name, texts?.[code]).filter((value) => !wordedOtherwise.has(value)))

  expect(named[1]).toEqual(named[0])
})

it.each(Object.entries(catalogues))('%s: there is a sentence in each language for the same codes', (_, { en, es }) => {
  expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort())
})

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom('"', '«»', ', name "', 'two\nlines', 'א'.repeat(9), 'x'.repeat(1_000), '{name}', '$1', 'null'),
)

it.each(codes)('$name, $code: says any value as it is', ({ name, code }) => {
  const { en, es } = catalogues[name] ?? {}
  fc.assert(
    fc.property(hostile, (text) => {
      for (const texts of [en, es]) {
        const written = write(name, texts?.[code], () => text)
        expect(written).not.toMatch(/^$|undefined|\[object/)
      }
    }),
    { numRuns: 20 },
  )
})

/** The names of the values that a text has; its values are numbers, which stand in any text. */
function valuesNamed(catalogue: string, text: Texts[string] | undefined): string[] {
  const names = new Set<string>()
  const written = write(catalogue, text, (name) => names.add(name).size)
  expect(written).not.toMatch(/undefined|NaN/)
  return [...names].sort()
}

type ValueOf = (name: string) => unknown

function write(catalogue: string, text: Texts[string] | undefined, valueOf: ValueOf): string {
  const shapes = shapesOf[catalogue] ?? shapesOfOthers
  const shapeOf = (name: string) => shapes[name] ?? ((value: unknown) => value)
  const values = new Proxy({}, { get: (_, name) => shapeOf(String(name))(valueOf(String(name)), valueOf) })
  return String(text?.(values as never) ?? '')
}

/** Values that are not any text or number. */
type Shapes = Record<string, (value: unknown, valueOf: ValueOf) => unknown>

const twice = (value: unknown) => [value, value]
const localized = (value: unknown) => ({ es: value, en: value })
const shapesOfOthers: Shapes = {
  circle: twice,
  ids: twice,
  stages: twice,
  steps: twice,
  types: twice,
  evidence: localized,
  items: () => 'spans',
}

const shapesOfFields: Shapes = { items: () => 'records' }

const shapesOfObservations: Shapes = { kind: () => 'LIBRERIAS' }

const shapesOfSinli: Shapes = {
  names: String,
  field: String,
  party: () => 'sender',
  missing: () => ['sender', 'receiver'],
  values: (value) => [value, null],
  fields: (value, valueOf) => [{ name: String(value), text: valueOf('text') }],
  mismatches: (value, valueOf) => [
    { field: String(value), stated: valueOf('stated'), computed: valueOf('computed') },
    { field: 'totalCents', computed: valueOf('computed'), due: valueOf('due') },
  ],
}

const shapesOf: Partial<Record<string, Shapes>> = {
  fields: shapesOfFields,
  observations: shapesOfObservations,
  sinli: shapesOfSinli,
}
