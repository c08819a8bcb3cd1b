import type { DocumentType } from '../../sinli/layouts/documents.ts'
import { type ReferenceField, traitsOf } from '../../sinli/layouts/traits.ts'
import type { Fields } from '../../sinli/values.ts'

/** A document by the number its sender gave it. The date is ISO 8601; null if it is not stated. */
export type DocumentNumber = { type: string; sender: string; receiver: string; number: string; date: string | null }

/** A number in a document. Position 0 is the document's own number; later positions are numbers it refers to. */
export type NumberInDocument = DocumentNumber & { position: number }

/** The parts of a document that contain numbers. */
export type NumberedDocument = {
  type: string
  sender: string
  receiver: string
  number: string | null
  header: Fields
  lines: readonly Fields[]
}

/** All numbers in a document, each once. The migration `document_references` does the same in SQL. */
export function documentNumbers(document: NumberedDocument): NumberInDocument[] {
  const { type, sender, receiver, header } = document
  const own = normalizeNumber(document.number)
  const numbers = own === '' ? [] : [{ position: 0, type, sender, receiver, number: own, date: textOf(header.date) }]
  return [...numbers, ...references(document).map((reference, index) => ({ position: index + 1, ...reference }))]
}

/**
 * Converts a number to the form in which numbers are compared: without padding. The layouts declare numbers as text of
 * ten characters, but some senders store integers and pad them with zeros or blanks. Letters and punctuation count.
 */
export const normalizeNumber = (number: unknown): string =>
  typeof number === 'string' ? number.replaceAll(' ', '').replace(/^0+(?=[0-9]*$)/, '') : ''

/** The document to which a record of another one refers; null if it does not refer to any. */
export function referenceIn(
  { type, sender, receiver }: { type: string; sender: string; receiver: string },
  record: Fields,
): DocumentNumber | null {
  const field = traitsOf(type).reference
  const number = normalizeNumber(field && record[field.number])
  if (!field || number === '') return null
  const parties = field.sameSender ? { sender, receiver } : { sender: receiver, receiver: sender }
  return { type: referencedType(field, record), ...parties, number, date: textOf(field.date && record[field.date]) }
}

// Invoices list credit notes too, with a negative amount.
const referencedType = ({ type }: ReferenceField, { amountCents }: Fields): DocumentType =>
  typeof amountCents === 'number' && amountCents < 0 ? 'ABONO' : type

function references(document: NumberedDocument): DocumentNumber[] {
  const record = traitsOf(document.type).reference?.record
  const records = record === 'header' ? [document.header] : record === 'lines' ? document.lines : []
  const found = records.flatMap((fields) => referenceIn(document, fields) ?? [])
  return [...new Map(found.map((reference) => [JSON.stringify(reference), reference])).values()]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
