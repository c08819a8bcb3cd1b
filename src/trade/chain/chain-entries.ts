import { groupBy } from '../../lib/group-by.ts'
import type { LinkedDocuments } from './chain-links.ts'
import type { DocumentNumber } from './document-numbers.ts'

/** A line of a document with an article. */
export type ArticleLine = {
  documentId: string
  /** ISBN or EAN as 13 digits, else the sender's code, else the title; '' if the line has nothing of the kind. */
  article: string
  isbn: string | null
  ean: string | null
  reference: string | null
  title: string | null
  quantity: number
  /** Whether the customer accepts a later delivery of units that are not in stock; null if the line does not say. */
  acceptsPending: boolean | null
  /** The document to which the line refers. */
  refersTo: DocumentNumber | null
}

/**
 * The units of one article in one document, summed over the lines that refer to the same document. Negative lines are
 * corrections of the other lines; the sum is never below zero.
 */
export type ChainEntry = {
  documentId: string
  type: string
  article: string
  /** The document or absent document the lines refer to; null if they refer to none. */
  referredId: string | null
  quantity: number
  lines: readonly ArticleLine[]
}

/** Sums the lines of connected documents. Lines of other documents are left out. */
export function toEntries(
  { documents, referredId }: Pick<LinkedDocuments, 'documents' | 'referredId'>,
  lines: readonly ArticleLine[],
): ChainEntry[] {
  const linesOf = groupBy(lines, ({ documentId }) => documentId)
  return documents.flatMap((document) => {
    const resolved = (linesOf.get(document.id) ?? []).map((line) => ({
      line,
      referred: line.refersTo && referredId(document, line.refersTo),
    }))
    const groups = groupBy(resolved, ({ line, referred }) => JSON.stringify([line.article, referred]))
    return [...groups.values()].map((group) => ({
      documentId: document.id,
      type: document.type,
      article: group[0].line.article,
      referredId: group[0].referred ?? null,
      quantity: Math.max(
        0,
        group.reduce((sum, { line }) => sum + line.quantity, 0),
      ),
      lines: group.map(({ line }) => line),
    }))
  })
}
