import { type AbsentDocument, type ChainDocument, type ChainNumber, linkDocuments } from './chain-links.ts'
import { type ArticleQuantities, type ChainQuantities, sumArticles, sumQuantities } from './chain-quantities.ts'
import { type ArticleLine, toEntries, type ChainEntry } from './chain-entries.ts'

/** The meaning of a reference, named after the referring document. */
export type LinkKind = 'SENT' | 'INVOICED' | 'RETURNED' | 'CREDITED'

/** A connection between two documents, from the earlier to the later. `from` can be an absent document. */
export type ChainLink = {
  from: string
  to: string
  kind: LinkKind
  /** Units; null for an invoice for a delivery note that is not stored. */
  quantity: number | null
}

/** The documents of one trade, from the order to the credit note. */
export type DocumentChain = {
  documents: (ChainDocument & { units: number })[]
  notReceived: AbsentDocument[]
  links: ChainLink[]
  lines: ArticleQuantities[]
  totals: ChainQuantities
}

/** The documents and lines read around a document. */
export type ChainInput = {
  documents: readonly ChainDocument[]
  numbers: readonly ChainNumber[]
  lines: readonly ArticleLine[]
  /** Articles whose outstanding units a delivery note cancels. */
  cancelled: readonly { documentId: string; article: string }[]
}

/** Builds the chain of a document: the same one for each of its documents, in whatever order they arrived. */
export function buildChain(startId: string, { documents, numbers, lines, cancelled }: ChainInput): DocumentChain {
  const { references, absent, ...linked } = linkDocuments(startId, documents, numbers)
  const entries = toEntries(linked, lines)
  const articles = sumArticles({ documents: linked.documents, references, entries, cancelled })
  const unitsOf = sumUnits(entries, ({ documentId }) => documentId)
  const linkUnits = sumUnits(entries, ({ documentId, referredId }) => `${referredId ?? ''} ${documentId}`)
  const typeOf = new Map(linked.documents.map(({ id, type }) => [id, type]))
  return {
    documents: linked.documents.map((document) => ({ ...document, units: unitsOf.get(document.id) ?? 0 })),
    notReceived: absent,
    links: references.flatMap(({ from, to }) => {
      const kind = linkKinds[typeOf.get(to) ?? '']
      if (!kind) return []
      const quantity = kind === 'INVOICED' ? (unitsOf.get(from) ?? null) : (linkUnits.get(`${from} ${to}`) ?? 0)
      return [{ from, to, kind, quantity }]
    }),
    lines: articles,
    totals: sumQuantities(articles),
  }
}

const linkKinds: Partial<Record<string, LinkKind>> = {
  ENVIO: 'SENT',
  FACTUL: 'INVOICED',
  DEVOLU: 'RETURNED',
  ABONO: 'CREDITED',
}

function sumUnits(entries: readonly ChainEntry[], keyOf: (entry: ChainEntry) => string): Map<string, number> {
  const units = new Map<string, number>()
  for (const entry of entries) units.set(keyOf(entry), (units.get(keyOf(entry)) ?? 0) + entry.quantity)
  return units
}
