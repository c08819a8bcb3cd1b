import { type FieldType } from './layouts/layout.ts'

/** The value of a field; null if it is blank or means "none". */
export type Value = string | number | null

/** The fields of one record by their names in this code. */
export type Fields = Record<string, Value>

/** Parses the trimmed text of a field. Undefined if it is unreadable. */
export function readValue(type: FieldType, text: string): Value | undefined {
  return text === '' ? null : readers[type](text)
}

const readers: Record<FieldType, (text: string) => Value | undefined> = {
  text: (text) => text,
  integer: readInteger,
  number: readInteger,
  cents: readHundredths,
  basisPoints: readHundredths,
  date: readDate,
  looseDate: (text) => readDate(text) ?? (isNoDate(text) ? null : text),
  month: readMonth,
}

// The sign comes first, and blanks may separate it from the digits.
function readInteger(text: string): number | undefined {
  const [, sign, digits] = /^([+-]?) *(\d+)$/.exec(text) ?? []
  return digits === undefined ? undefined : signed(sign, Number(digits))
}

// The decimals are implied. Some senders write the separator anyway, with one or two digits after it.
function readHundredths(text: string): number | undefined {
  const [, sign, whole, decimals] = /^([+-]?) *(\d*)[.,](\d\d?)$/.exec(text) ?? []
  if (decimals === undefined) return readInteger(text)
  return signed(sign, Number(`${whole ?? ''}${decimals.padEnd(2, '0')}`))
}

const signed = (sign: string | undefined, size: number) => (sign === '-' && size !== 0 ? -size : size)

function readDate(text: string): string | null | undefined {
  if (isNoDate(text)) return null
  if (!/^\d{8}$/.test(text)) return undefined
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)]
  if (month === '00' || day === '00') return null
  if (!isDay(Number(year), Number(month), Number(day))) return undefined
  return isPlaceholderYear(Number(year)) ? null : `${year}-${month}-${day}`
}

function readMonth(text: string): string | null {
  if (isNoDate(text)) return null
  if (!/^(?:0\d|1[012])\d{4}$/.test(text)) return text
  const [month, year] = [text.slice(0, 2), text.slice(2)]
  if (Number(year) === 0 || Number(year) > maxYear) return null
  return month === '00' ? year : `${year}-${month}`
}

// Texts for "no date": only zeros, 9999 as the year, separators without digits, or the first day of a computer clock.
const isNoDate = (text: string) => /^(?:[0 /.-]*|9999\d*)$/.test(text) || firstDays.has(text.replace(/[ /.-]/g, ''))

// 1900-01-01 and 1970-01-01 in several formats, and 1969-12-31: the same instant as 1970-01-01 west of Greenwich.
const firstDays = new Set(['19000101', '01011900', '19700101', '01011970', '011970', '010170', '700101', '19691231'])

// Placeholders: programs write their earliest date, or one far in the future, for "never".
const isPlaceholderYear = (year: number) => year < 1900 || year > maxYear

const maxYear = 2069

function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
}
