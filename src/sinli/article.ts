import { type Fields } from './values.ts'

/** The identity of an article: 13 digits or, without them, the sender's id and its own code. */
export type ArticleIdentity = {
  article: string | null
  identifiedBy: 'isbn' | 'ean' | 'reference' | null
  /** Codes shaped like an ISBN or EAN but with a wrong check digit. */
  wrong: ('isbn' | 'ean')[]
}

/** Identifies an article by its ISBN, else by the first 13 digits of its EAN, else by the sender's own code. */
export function identifyArticle(fields: Fields, sender: string | null): ArticleIdentity {
  const isbn = digitsOf(fields.isbn)
  const ean = digitsOf(fields.ean).slice(0, 13)
  const wrong = wrongOnes(isbn, ean)
  const book = asIsbn(isbn)
  if (book !== null) return { article: book, identifiedBy: 'isbn', wrong }
  const good = [ean, isbn].find(isEan)
  if (good !== undefined) return { article: good, identifiedBy: 'ean', wrong }
  const code = [fields.reference, fields.isbn, fields.ean].find(isCode)
  if (code === undefined) return { article: null, identifiedBy: null, wrong }
  return { article: `${sender ?? ''}/${code}`, identifiedBy: 'reference', wrong }
}

// Converts an ISBN of 13 or 10 digits, without hyphens, to 13 digits; null if it is none or its check digit is wrong.
function asIsbn(code: string): string | null {
  if (/^97[89]/.test(code)) return isEan(code) ? code : null
  if (!isIsbn10(code)) return null
  const body = `978${code.slice(0, 9)}`
  return `${body}${checkDigit(body)}`
}

const digitsOf = (value: Fields[string] | undefined) =>
  typeof value === 'string' ? value.replace(/[-\s]/g, '').toUpperCase() : ''

function wrongOnes(isbn: string, ean: string): ('isbn' | 'ean')[] {
  const wrong: ('isbn' | 'ean')[] = []
  if (/^(?:97[89]\d{10}|\d{9}[\dX])$/.test(isbn) && !isZero(isbn) && asIsbn(isbn) === null) wrong.push('isbn')
  if (/^\d{13}$/.test(ean) && !isZero(ean) && !isEan(ean)) wrong.push('ean')
  return wrong
}

const isEan = (code: string) =>
  /^\d{13}$/.test(code) && !isZero(code) && checkDigit(code.slice(0, 12)) === Number(code[12])

function isIsbn10(code: string): boolean {
  if (!/^\d{9}[\dX]$/.test(code) || isZero(code)) return false
  let sum = 0
  for (let at = 0; at < 10; at++) sum += (10 - at) * (code[at] === 'X' ? 10 : Number(code[at]))
  return sum % 11 === 0
}

function checkDigit(twelve: string): number {
  let sum = 0
  for (let at = 0; at < 12; at++) sum += Number(twelve[at]) * (at % 2 === 0 ? 1 : 3)
  return (10 - (sum % 10)) % 10
}

const isZero = (code: string) => /^0*$/.test(code)

const isCode = (value: Fields[string] | undefined): value is string => typeof value === 'string' && !isZero(value)
