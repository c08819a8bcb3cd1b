import { language } from '../../i18n.ts'

/** The variables of an operation without `language`, which is that of the page. */
export type VariablesToSend<Variables> = Omit<Variables, 'language'>

const pageLanguage = language === 'es' ? 'ES' : 'EN'

/** The variables of an operation with the language of the page, which operations without sentences ignore. */
export const inPageLanguage = <Variables>(variables: VariablesToSend<Variables>) => ({
  language: pageLanguage,
  ...variables,
})
