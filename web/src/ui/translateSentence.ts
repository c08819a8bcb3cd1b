import { language } from '../i18n.ts'

/** A sentence of the server and its Spanish text; `$1` is the first value in it. */
export type TranslatedSentence = readonly [english: RegExp, spanish: string]

/** A sentence of the server in the language of the page; null if its Spanish text is not known. */
export function translateSentence(sentences: readonly TranslatedSentence[], sentence: string): string | null {
  if (language === 'en') return sentence
  const [pattern, spanish] = sentences.find(([english]) => english.test(sentence)) ?? []
  return pattern && spanish !== undefined ? sentence.replace(pattern, spanish) : null
}
