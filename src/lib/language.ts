/** A language of texts that leave this service. */
export type Language = 'es' | 'en'

/** A text in every language. */
export type Localized = Readonly<Record<Language, string>>
