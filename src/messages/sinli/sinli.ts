import type { Language } from '../../lib/language.ts'
import { rendererOf, type AnySentence, type SentenceOf } from '../catalogue.ts'
import { sinliInEnglish } from './en.ts'
import { sinliInSpanish } from './es.ts'

/** A sentence about a SINLI message: a warning, a failure, or why a replay did nothing. */
export type SinliSentence = SentenceOf<typeof sinliInEnglish>

/** One that may be about several records. */
export type RepeatableSentence = Extract<SinliSentence, { code: RepeatableCode }>

type RepeatableCode = {
  [Code in SinliSentence['code']]: 'times' extends keyof Parameters<(typeof sinliInEnglish)[Code]>[0] ? Code : never
}[SinliSentence['code']]

/** A sentence about a SINLI message as text. */
export const renderSinli: (sentence: SinliSentence, language: Language) => string = rendererOf({
  en: sinliInEnglish,
  es: sinliInSpanish,
})

/** Whether this release knows a stored sentence; a newer one may have written it. */
export const isSinliSentence = (sentence: AnySentence): sentence is SinliSentence =>
  Object.hasOwn(sinliInEnglish, sentence.code)
