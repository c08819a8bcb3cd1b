import { language } from '../../i18n.ts'

/** The variables of an operation except `language`, which is always the language of the page. */
export type VariablesToSend<Variables> = Omit<Variables, 'language'>

const pageLanguage = language === 'es' ? 'ES' : 'EN'

/** Adds the language of the page to the variables of an operation. Operations without sentences ignore it. */
export const inPageLanguage = <Variables>(variables: VariablesToSend<Variables>) => ({
  language: pageLanguage,
  ...variables,
})
