import { locale } from '../i18n.ts'
import { NO_VALUE } from './noValue.ts'

const percent = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const rounded = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })

/** Formats a percentage with two decimals, without the % sign. */
export const formatPercent = (value: number | null | undefined) => (value == null ? NO_VALUE : percent.format(value))

/** Formats a whole number, e.g. of milliseconds or incidents. */
export const formatInteger = (value: number | null | undefined) => (value == null ? NO_VALUE : integer.format(value))

/** Formats a number to three significant digits, e.g. requests per minute. */
export const formatRounded = (value: number | null | undefined) => (value == null ? NO_VALUE : rounded.format(value))

/** Formats a number to a tenth, e.g. hours. */
export const formatTenths = (value: number | null | undefined) => (value == null ? NO_VALUE : tenths.format(value))

/** Formats cents as euros. */
export const formatCents = (cents: number | null | undefined) => (cents == null ? NO_VALUE : euros.format(cents / 100))
