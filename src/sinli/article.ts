import { type Fields } from './values.ts'

/** The identity of an article: 13 digits or, without them, the sender's id and its own code. */
export type ArticleIdentity = {
  article: string | null
  identifiedBy: 'isbn' | 'ean' | 'reference' | null
  /** Codes shaped like an ISBN or EAN but with a wrong check digit. */
  invalid: ('isbn' | 'ean')[]
}

/** Identifies an article by its ISBN, else by the first 13 digits of its EAN, else by the sender's own code. */
export function identifyArticle(fields: Fields, sender: string | null): ArticleIdentity {
  const isbn = digitsOf(fields.isbn)
  const ean = digitsOf(fields.ean).slice(0, 13)
  const invalid = invalidCodes(isbn, ean)
  const isbn13 = toIsbn13(isbn)
  if (isbn13 !== null) return { article: isbn13, identifiedBy: 'isbn', invalid }
  const ean13 = [ean, isbn].find(isEan)
  if (ean13 !== undefined) return { article: ean13, identifiedBy: 'ean', invalid }
  const code = [fields.reference, fields.isbn, fields.ean].find(isCode)
  if (code === undefined) return { article: null, identifiedBy: null, invalid }
  return { article: `${sender ?? ''}/${code}`, identifiedBy: 'reference', invalid }
}

/** Converts an ISBN of 13 or 10 digits, without hyphens, to 13 digits; null if it is none or its check digit is wrong. */
export function toIsbn13(code: string): string | null {
  if (/^97[89]/.test(code)) return isEan(code) ? code : null
  if (!isIsbn10(code)) return null
  const body = `978${code.slice(0, 9)}`
  return `${body}${checkDigit(body)}`
}

const digitsOf = (value: Fields[string] | undefined) =>
  typeof value === 'string' ? value.replace(/[-\s]/g, '').toUpperCase() : ''

function invalidCodes(isbn: string, ean: string): ('isbn' | 'ean')[] {
  const invalid: ('isbn' | 'ean')[] = []
  if (/^(?:97[89]\d{10}|\d{9}[\dX])$/.test(isbn) && !isZero(isbn) && toIsbn13(isbn) === null) invalid.push('isbn')
  if (/^\d{13}$/.test(ean) && !isZero(ean) && !isEan(ean)) invalid.push('ean')
  return invalid
}

const isEan = (code: string) =>
  /^\d{13}$/.test(code) && !isZero(code) && checkDigit(code.slice(0, 12)) === Number(code[12])

function isIsbn10(code: string): boolean {
  if (!/^\d{9}[\dX]$/.test(code) || isZero(code)) return false
  let sum = 0
  for (let index = 0; index < 10; index++) sum += (10 - index) * (code[index] === 'X' ? 10 : Number(code[index]))
  return sum % 11 === 0
}

function checkDigit(digits: string): number {
  let sum = 0
  for (let index = 0; index < 12; index++) sum += Number(digits[index]) * (index % 2 === 0 ? 1 : 3)
  return (10 - (sum % 10)) % 10
}

const isZero = (code: string) => /^0*$/.test(code)

const isCode = (value: Fields[string] | undefined): value is string => typeof value === 'string' && !isZero(value)
