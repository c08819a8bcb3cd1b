import type { Language } from '../generated/graphql.ts'

/** The argument of fields that are sentences. */
export type InLanguage = { language?: Language | null }

const languages = { ES: 'es', EN: 'en' } as const satisfies Record<Language, string>

/** The language that an argument names; without one `otherwise`, which for the reasons of states is Spanish. */
export const languageOf = (argument: Language | null | undefined, otherwise: Language = 'ES') =>
  languages[argument ?? otherwise]
