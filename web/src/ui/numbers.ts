import { UNKNOWN } from './words.ts'

const percent = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 0 })

/** A percentage with two decimals and a decimal comma, without its sign. */
export const showPercent = (value: number | null | undefined) => (value == null ? UNKNOWN : percent.format(value))

/** A whole number, e.g. of milliseconds or of incidents. */
export const showWhole = (value: number | null | undefined) => (value == null ? UNKNOWN : whole.format(value))
