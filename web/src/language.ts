/** Interface languages. The Spanish labels are the platform's exact ones; English is an extra. */
export type Language = 'es' | 'en'

const kept = 'vigia.language'

/** Language of this page; changing it requires a reload. */
export const language: Language = localStorage.getItem(kept) === 'en' ? 'en' : 'es'

/** Locale for formatting numbers and times. */
export const locale = { es: 'es-ES', en: 'en-GB' }[language]

document.documentElement.lang = language

/** Changes the language, stores the choice in this browser and reloads the page. */
export function speak(chosen: Language): void {
  localStorage.setItem(kept, chosen)
  location.reload()
}

/** Picks the texts of the current language. The English texts must have the type of the Spanish ones. */
export const words = <Words>(es: Words, en: NoInfer<Words>): Words => ({ es, en })[language]

/** Picks the singular or the plural, e.g. `plural(1, '1 incidente', '3 incidentes')`. */
export const plural = (count: number | undefined, one: string, more: string): string => (count === 1 ? one : more)
