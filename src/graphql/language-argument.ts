import type { Language } from '../generated/graphql.ts'

/** The argument of fields that are sentences. */
export type InLanguage = { language?: Language | null }

const languages = { ES: 'es', EN: 'en' } as const satisfies Record<Language, string>

/** The language of an argument; without an argument `otherwise`, by default Spanish (as for the reasons of states). */
export const languageOf = (argument: Language | null | undefined, otherwise: Language = 'ES') =>
  languages[argument ?? otherwise]
