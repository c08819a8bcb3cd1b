/** Interface languages. The Spanish labels are the platform's exact ones; English is an extra. */
export type Language = 'es' | 'en'

const storageKey = 'vigia.language'

/** Language of this page; changing it requires a reload. */
export const language: Language = localStorage.getItem(storageKey) === 'en' ? 'en' : 'es'

/** Locale for formatting numbers and times. */
export const locale = { es: 'es-ES', en: 'en-GB' }[language]

document.documentElement.lang = language

/** Changes the language, stores the choice in this browser and reloads the page. */
export function setLanguage(next: Language): void {
  localStorage.setItem(storageKey, next)
  location.reload()
}

/** Picks the texts of the current language. The English texts must have the type of the Spanish ones. */
export const localize = <Texts>(es: Texts, en: NoInfer<Texts>): Texts => ({ es, en })[language]

/** Picks the singular or the plural, e.g. `plural(1, '1 incidente', '3 incidentes')`. */
export const plural = (count: number | undefined, singular: string, other: string): string =>
  count === 1 ? singular : other
