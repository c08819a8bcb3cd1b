import { groupBy } from '../../lib/group-by.ts'
import type { ChainEntry } from './chain-entries.ts'
import type { ChainDocument, Reference } from './chain-links.ts'

/**
 * Units, none negative. `ordered` = `sent` − `sentWithoutOrder` + `missing` + `open`; `sent` = `invoiced` +
 * `notInvoiced`.
 */
export type ChainQuantities = {
  ordered: number
  sent: number
  /** Sent without an order in the chain, or more than was ordered. */
  sentWithoutOrder: number
  /** Ordered and no longer expected. */
  missing: number
  /** Ordered and still expected. */
  open: number
  invoiced: number
  notInvoiced: number
  returned: number
  credited: number
  /** Returned units that no credit note for the return has credited. */
  notCredited: number
}

/** The quantities of one article. Its codes and title come from the first line that states them. */
export type ArticleQuantities = {
  article: string
  isbn: string | null
  ean: string | null
  reference: string | null
  title: string | null
  quantities: ChainQuantities
}

/** The entries of a chain, and the facts about its documents that decide how they are counted. */
export type CountedChain = {
  documents: readonly ChainDocument[]
  references: readonly Reference[]
  entries: readonly ChainEntry[]
  cancelled: readonly { documentId: string; article: string }[]
}

/** The quantities of each article. Articles with missing or open units come first. */
export function sumArticles(chain: CountedChain): ArticleQuantities[] {
  const facts = factsOf(chain)
  const byArticle = groupBy(chain.entries, ({ article }) => article)
  return Array.from(byArticle, ([article, entries]) => ({
    article,
    ...describe(entries),
    quantities: count(entries, facts),
  })).toSorted((a, b) => outstanding(b) - outstanding(a) || compare(a, b))
}

/** The sums over all articles. */
export function sumQuantities(articles: readonly ArticleQuantities[]): ChainQuantities {
  const totals = { ...none }
  for (const { quantities } of articles) for (const name of names) totals[name] += quantities[name]
  return totals
}

const none: ChainQuantities = {
  ordered: 0,
  sent: 0,
  sentWithoutOrder: 0,
  missing: 0,
  open: 0,
  invoiced: 0,
  notInvoiced: 0,
  returned: 0,
  credited: 0,
  notCredited: 0,
}

const names = Object.keys(none) as (keyof ChainQuantities)[]

const outstanding = ({ quantities: { missing, open } }: ArticleQuantities) => Number(missing + open > 0)

const compare = (a: ArticleQuantities, b: ArticleQuantities) =>
  (a.title ?? '').localeCompare(b.title ?? '', 'es') || a.article.localeCompare(b.article)

type Facts = {
  invoiced: ReadonlySet<string>
  requests: ReadonlySet<string>
  /** The delivery notes of each order. */
  notesOf: ReadonlyMap<string, readonly string[]>
  cancelled: ReadonlySet<string>
}

function factsOf({ documents, references, cancelled }: CountedChain): Facts {
  const typeOf = new Map(documents.map(({ id, type }) => [id, type]))
  const toInvoices = references.filter(({ to }) => typeOf.get(to) === 'FACTUL').map(({ from }) => from)
  const invoices = documents.filter(({ type, kind }) => type === 'ENVIO' && kind === 'F').map(({ id }) => id)
  const requests = documents.filter(({ type, kind }) => type === 'DEVOLU' && kind === 'P').map(({ id }) => id)
  const sent = references.filter(({ to }) => typeOf.get(to) === 'ENVIO')
  return {
    invoiced: new Set([...toInvoices, ...invoices]),
    requests: new Set(requests),
    notesOf: new Map(
      Array.from(
        groupBy(sent, ({ from }) => from),
        ([order, notes]) => [order, notes.map(({ to }) => to)],
      ),
    ),
    cancelled: new Set(cancelled.map(({ documentId, article }) => `${documentId} ${article}`)),
  }
}

function describe(entries: readonly ChainEntry[]) {
  const lines = entries.flatMap((entry) => entry.lines)
  const first = (field: 'isbn' | 'ean' | 'reference' | 'title') =>
    lines.find((line) => line[field] !== null)?.[field] ?? null
  return { isbn: first('isbn'), ean: first('ean'), reference: first('reference'), title: first('title') }
}

function count(entries: readonly ChainEntry[], facts: Facts): ChainQuantities {
  const of = (type: string) => entries.filter((entry) => entry.type === type)
  const returns = of('DEVOLU').filter(({ documentId }) => !facts.requests.has(documentId))
  const orders = countOrders(of('PEDIDO'), of('ENVIO'), facts)
  const sent = units(of('ENVIO'))
  const invoiced = units(of('ENVIO').filter(({ documentId }) => facts.invoiced.has(documentId)))
  return {
    ordered: orders.ordered,
    sent,
    sentWithoutOrder: sent - orders.fulfilled,
    missing: orders.missing,
    open: orders.open,
    invoiced,
    notInvoiced: sent - invoiced,
    returned: units(returns),
    credited: units(of('ABONO')),
    notCredited: countNotCredited(returns, of('ABONO')),
  }
}

function countOrders(orders: readonly ChainEntry[], notes: readonly ChainEntry[], facts: Facts) {
  const counts = { ordered: 0, fulfilled: 0, missing: 0, open: 0 }
  for (const order of orders) {
    const sent = units(notes.filter(({ referredId }) => referredId === order.documentId))
    const fulfilled = Math.min(order.quantity, sent)
    counts.ordered += order.quantity
    counts.fulfilled += fulfilled
    counts[isClosed(order, facts) ? 'missing' : 'open'] += order.quantity - fulfilled
  }
  return counts
}

// After a supplier has sent a delivery note, the rest of the order is no longer expected if the supplier cancels the
// rest, or if the customer does not accept a later delivery.
function isClosed({ documentId, article, lines }: ChainEntry, { notesOf, cancelled }: Facts): boolean {
  const notes = notesOf.get(documentId) ?? []
  if (notes.some((note) => cancelled.has(`${note} ${article}`))) return true
  return notes.length > 0 && lines.every(({ acceptsPending }) => acceptsPending === false)
}

function countNotCredited(returns: readonly ChainEntry[], credits: readonly ChainEntry[]): number {
  const returned = groupBy(returns, ({ documentId }) => documentId)
  let missing = 0
  for (const [id, entries] of returned)
    missing += Math.max(0, units(entries) - units(credits.filter(({ referredId }) => referredId === id)))
  return missing
}

const units = (entries: readonly ChainEntry[]) => entries.reduce((sum, { quantity }) => sum + quantity, 0)
