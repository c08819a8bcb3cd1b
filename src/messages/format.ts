const spanishNumber = new Intl.NumberFormat('es-ES')

/** A number in a Spanish text, e.g. `12.500` or `0,5`. */
export const inSpanish = (value: number): string => spanishNumber.format(value)

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' })

/** Cents as euros in a Spanish text, e.g. `2,50 €`. */
export const eurosInSpanish = (cents: number): string => euros.format(cents / 100)
