import type { Language } from '../lib/language.ts'

/** Texts of one language by code; each is written from the values that it names. */
type Texts = Readonly<Record<string, (values: never) => string>>

/** The values of a text; none of a text without any. */
type ValuesOf<Text> = Text extends (values: infer Values) => string
  ? unknown extends Values
    ? NoValues
    : Values
  : never

type NoValues = Readonly<Record<string, never>>

/** The same texts in another language: a missing one does not compile, nor a value that the other lacks. */
export type Translated<English extends Texts> = {
  readonly [Code in keyof English]: (values: ValuesOf<English[Code]>) => string
}

/** A sentence: its code, and the values in it as JSON. */
export type SentenceOf<English extends Texts> = {
  [Code in keyof English & string]: { code: Code; parameters: ValuesOf<English[Code]> }
}[keyof English & string]

/** A sentence of any catalogue, as clients read it and tables keep it. */
export type AnySentence = { code: string; parameters: unknown }

/** Renders the sentences of a catalogue: the only place that makes text of them. */
export const rendererOf =
  <English extends Texts>(texts: { en: English; es: Translated<English> }) =>
  ({ code, parameters }: SentenceOf<English>, language: Language): string =>
    (texts[language][code] as (values: unknown) => string)(parameters)

/** A client's text as a value of a sentence: a long one is cut, between characters. */
export const cutText = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 200).replace(/\p{Cs}$/u, '')}…` : text

/** Values that are texts. */
export type Values<Name extends string> = Readonly<Record<Name, string>>

/** Values that are numbers. */
export type Numbers<Name extends string> = Readonly<Record<Name, number>>

/** A limit and what exceeds it. */
export type Limit = Readonly<{ max: number; count: number }>
