import { readFileSync } from 'node:fs'
import { channelOf, formFieldsOf } from '../../src/alerting/channels/channels.ts'
import { destinationTypes } from '../../src/messages/words.ts'
import { inSpanish } from '../support/browser/in-language.ts'

const { draftProblem, emptyDraft, errorText, fieldProblem, isUnreadable, parseDate, unreadableText, wholeThresholds } =
  await inSpanish(async () => ({
    ...(await import('../../web/src/pages/alerts/destinations/form/destinationDraft.ts')),
    ...(await import('../../web/src/pages/alerts/destinations/form/draftProblem.ts')),
    ...(await import('../../web/src/pages/policy/draft.ts')),
    ...(await import('../../web/src/pages/policy/problemText.ts')),
    ...(await import('../../web/src/policy/thresholdUnits.ts')),
    ...(await import('../../web/src/ui/feedback/errorText.ts')),
    ...(await import('../../web/src/ui/fieldProblem.ts')),
    ...(await import('../../web/src/ui/list/searchParams.ts')),
  }))

const validity = {} as ValidityState

it.each([
  ['text', { valueMissing: true }, 'Rellena este campo.'],
  ['email', { typeMismatch: true }, 'Escribe una dirección de correo completa, por ejemplo ana@example.org.'],
  ['url', { typeMismatch: true }, 'Escribe una dirección web completa, por ejemplo https://example.org.'],
  ['date', { badInput: true }, 'La fecha no existe o no está completa.'],
  ['datetime-local', { rangeOverflow: true }, 'La fecha queda demasiado lejos.'],
])(
  'a field of the type %s that the browser refuses (%j) is explained in the language of the page',
  (type, why, text) => {
    expect(fieldProblem({ type, validity: { ...validity, ...why } })).toBe(text)
  },
)

/** A type of destination as the server describes it in Spanish. */
const channel = (type: 'WEBHOOK' | 'EMAIL' | 'PAGERDUTY') => ({
  ...{ type, available: true, reason: null, targetInput: '', takesEvents: false },
  ...{ label: destinationTypes[type].es, description: channelOf(type).description.es },
  fields: formFieldsOf(channelOf(type)).map(({ label, hint, missing, ...field }) => ({
    ...field,
    ...{ label: label.es, hint: hint.es, missing: missing.es },
  })),
})

const draft = { ...emptyDraft(channel('WEBHOOK')), name: 'Guardia', target: { url: 'https://example.org' } }

it.each([
  [{ name: ' ' }, 'Falta el nombre.'],
  [{ target: {} }, 'Falta la dirección.'],
  [{ channel: channel('EMAIL') }, 'Falta alguna dirección de correo.'],
  [{ target: { routingKey: ' ' }, channel: channel('PAGERDUTY') }, 'Falta la clave de integración.'],
  [{ wait: 99 }, '«Espera antes del primer mensaje» va de 0 a 60 min.'],
  [{ interval: null }, '«Entre dos mensajes, al menos» va de 0,2 a 1440 min.'],
  [{ repeat: 20_000 }, '«Repetir si nadie lo atiende» va de 1 a 10.080 min.'],
  [{ onlyUnacknowledgedAfter: 0 }, '«Solo si nadie lo atiende en» va de 0,2 a 1440 min.'],
  [{ interval: 10, repeat: 5 }, '«Repetir si nadie lo atiende» no puede ser menos que «Entre dos mensajes, al menos».'],
  [{}, undefined],
] as const)('the form of a destination names what is wrong with %j', (fields, text) => {
  expect(draftProblem({ ...draft, ...fields }, true)).toBe(text)
})

it('the thresholds that a form checks to be whole are those that the schema takes as Int', () => {
  const schema = readFileSync(new URL('../../schema/policy.graphql', import.meta.url), 'utf8')
  const [input = ''] = /^input ThresholdOverrides \{.*?^\}/msu.exec(schema) ?? []

  expect([...wholeThresholds].sort()).toEqual([...input.matchAll(/(\w+): Int$/gmu)].map(([, name]) => name).sort())
})

it.each([
  ['degradedLeast', 0.5, 'Un número entero, 1 o más.'],
  ['degradedLeast', 1e12, 'Un número entero, 2.147.483.647 como mucho.'],
  ['shortWindowMs', 0.5, 'Múltiplo de 10 s; una hora como mucho.'],
  ['shortWindowMs', 1e12, 'Múltiplo de 10 s; una hora como mucho.'],
  ['slowBudgetMs', NaN, 'Escribe un número.'],
] as const)('the threshold %s of %d is explained before it is sent', (name, value, text) => {
  expect(isUnreadable(name, value)).toBe(true)
  expect(unreadableText(name, value)).toBe(text)
})

it('a date in the address of a page is ignored if the server could not read it', () => {
  expect(['+012345-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', 'ayer'].map(parseDate)).toEqual(
    Array(3).fill(undefined),
  )
  expect(parseDate('2026-05-01T10:00:00+02:00')).toBe('2026-05-01T08:00:00.000Z')
})

it('an error of the browser, whose message is in English, follows a sentence of ours', () => {
  expect(errorText(new TypeError('Failed to fetch dynamically imported module'))).toBe(
    'Esta parte de la aplicación ha fallado: recarga la página. (Failed to fetch dynamically imported module)',
  )
  expect(errorText(new Error('Ya hay un operador con este correo.'))).toBe('Ya hay un operador con este correo.')
})
