import { locale } from '../language.ts'
import { UNKNOWN } from './words.ts'

const percent = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const rough = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })

/** Formats a percentage with two decimals, without the % sign. */
export const showPercent = (value: number | null | undefined) => (value == null ? UNKNOWN : percent.format(value))

/** Formats a whole number, e.g. of milliseconds or incidents. */
export const showWhole = (value: number | null | undefined) => (value == null ? UNKNOWN : whole.format(value))

/** Formats a number to three significant digits, e.g. requests per minute. */
export const showRough = (value: number | null | undefined) => (value == null ? UNKNOWN : rough.format(value))

/** Formats cents as euros. */
export const showCents = (cents: number | null | undefined) => (cents == null ? UNKNOWN : euros.format(cents / 100))
