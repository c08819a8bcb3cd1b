import { locale } from '../language.ts'
import { UNKNOWN } from './words.ts'

const percent = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const rough = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })

/** A percentage with two decimals, in the language's way, without its sign. */
export const showPercent = (value: number | null | undefined) => (value == null ? UNKNOWN : percent.format(value))

/** A whole number, e.g. of milliseconds or of incidents. */
export const showWhole = (value: number | null | undefined) => (value == null ? UNKNOWN : whole.format(value))

/** A number of which the first three digits matter, e.g. requests a minute. */
export const showRough = (value: number | null | undefined) => (value == null ? UNKNOWN : rough.format(value))

/** An amount of money that is given in cents. */
export const showCents = (cents: number | null | undefined) => (cents == null ? UNKNOWN : euros.format(cents / 100))
