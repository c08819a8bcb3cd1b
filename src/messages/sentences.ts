import type { Language } from '../lib/language.ts'
import { rendererOf, type AnySentence, type SentenceOf } from './catalogue.ts'
import { accessInEnglish } from './access/en.ts'
import { accessInSpanish } from './access/es.ts'
import { alertingInEnglish } from './alerting/en.ts'
import { alertingInSpanish } from './alerting/es.ts'
import { deliveriesInEnglish } from './deliveries/en.ts'
import { deliveriesInSpanish } from './deliveries/es.ts'
import { fieldsInEnglish } from './fields/en.ts'
import { fieldsInSpanish } from './fields/es.ts'
import { importsInEnglish } from './imports/en.ts'
import { importsInSpanish } from './imports/es.ts'
import { monitoringInEnglish } from './monitoring/en.ts'
import { monitoringInSpanish } from './monitoring/es.ts'
import { observationsInEnglish } from './observations/en.ts'
import { observationsInSpanish } from './observations/es.ts'
import { operationsInEnglish } from './operations/en.ts'
import { operationsInSpanish } from './operations/es.ts'
import { requestsInEnglish } from './requests/en.ts'
import { requestsInSpanish } from './requests/es.ts'
import { telemetryInEnglish } from './telemetry/en.ts'
import { telemetryInSpanish } from './telemetry/es.ts'
import { tradeInEnglish } from './trade/en.ts'
import { tradeInSpanish } from './trade/es.ts'

/** Sentences of which each says another problem, and how many are left out. */
type Several = Readonly<{ sentences: readonly AnySentence[]; more: number }>

/** A sentence that gives the reason for another. */
type Reason = Readonly<{ reason: AnySentence }>

/** Fields that are not valid, each with its problem; a field without a name is the whole. */
type WrongFields = Readonly<{ fields: readonly { field: string; sentence: AnySentence }[] }>

const fieldByField = ({ fields }: WrongFields, language: Language): string =>
  fields
    .map(({ field, sentence }) => `${field ? `${field}: ` : ''}${render(sentence as Sentence, language)}`)
    .join('; ')

const inTurn = ({ sentences }: Several, language: Language): string =>
  sentences.map((sentence) => render(sentence as Sentence, language)).join(' ')

const english = {
  ...accessInEnglish,
  ...alertingInEnglish,
  ...deliveriesInEnglish,
  ...fieldsInEnglish,
  ...importsInEnglish,
  ...monitoringInEnglish,
  ...observationsInEnglish,
  ...operationsInEnglish,
  ...requestsInEnglish,
  ...telemetryInEnglish,
  ...tradeInEnglish,
  FIELDS_INVALID: (values: WrongFields): string => fieldByField(values, 'en'),
  ONLY_DOCUMENTS_OF_APPLICATION: ({ reason }: Reason): string =>
    `Only what the admin application asks may be asked here: ${render(reason as Sentence, 'en')}`,
  SEVERAL: (values: Several): string =>
    `${inTurn(values, 'en')}${values.more > 0 ? ` And ${values.more} more, listed in "errors".` : ''}`,
}

const spanish = {
  ...accessInSpanish,
  ...alertingInSpanish,
  ...deliveriesInSpanish,
  ...fieldsInSpanish,
  ...importsInSpanish,
  ...monitoringInSpanish,
  ...observationsInSpanish,
  ...operationsInSpanish,
  ...requestsInSpanish,
  ...telemetryInSpanish,
  ...tradeInSpanish,
  FIELDS_INVALID: (values: WrongFields): string => fieldByField(values, 'es'),
  ONLY_DOCUMENTS_OF_APPLICATION: ({ reason }: Reason): string =>
    `Aquí solo se puede pedir lo que pide la aplicación. ${render(reason as Sentence, 'es')}`,
  SEVERAL: (values: Several): string =>
    `${inTurn(values, 'es')}${values.more > 0 ? ` Y ${values.more} más, que están en «errors».` : ''}`,
}

/** A sentence about a request, or about what came of it. */
export type Sentence = SentenceOf<typeof english>

/** Sentences as one, of which at most `most` are told and the others counted. */
export const several = (sentences: readonly Sentence[], most = Infinity): Sentence => ({
  code: 'SEVERAL',
  parameters: { sentences: sentences.slice(0, most), more: Math.max(0, sentences.length - most) },
})

/** The codes of all of them. */
export const sentenceCodes = Object.keys(english) as [Sentence['code'], ...Sentence['code'][]]

/** A sentence as text. */
export const render: (sentence: Sentence, language: Language) => string = rendererOf({ en: english, es: spanish })
