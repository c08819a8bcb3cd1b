/** The languages the application speaks. Spanish is the platform's: its labels are exact; English is a courtesy. */
export type Language = 'es' | 'en'

const kept = 'vigia.language'

/** The language of this page, from its first line to its last: another one is spoken by loading the page anew. */
export const language: Language = localStorage.getItem(kept) === 'en' ? 'en' : 'es'

/** How numbers and times are written in it. */
export const locale = { es: 'es-ES', en: 'en-GB' }[language]

document.documentElement.lang = language

/** Speaks another language from now on, also after the browser was closed. */
export function speak(chosen: Language): void {
  localStorage.setItem(kept, chosen)
  location.reload()
}

/** The texts of a page in both languages, of which one is kept. The English ones have the shape of the Spanish ones. */
export const words = <Words>(es: Words, en: NoInfer<Words>): Words => ({ es, en })[language]

/** A number with what it counts, e.g. `plural(1, '1 incidente', '3 incidentes')`. */
export const plural = (count: number | undefined, one: string, more: string): string => (count === 1 ? one : more)
