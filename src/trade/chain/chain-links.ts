import { groupBy } from '../../lib/group-by.ts'
import type { DocumentNumber, NumberInDocument } from './document-numbers.ts'

/** A document of a chain. The date is ISO 8601; null if it has none. */
export type ChainDocument = {
  id: string
  messageId: string
  type: string
  number: string | null
  date: string | null
  sender: string
  receiver: string
  /** `documentType` of the header: an ENVIO of F is an invoice too, a DEVOLU of P only asks for a return. */
  kind: string | null
}

/** A number in one of the documents. */
export type ChainNumber = NumberInDocument & { documentId: string }

/** A document that is not stored, but that stored documents refer to. */
export type AbsentDocument = DocumentNumber & { id: string }

/** A reference: `to` refers to `from`, which can be absent. */
export type Reference = { from: string; to: string }

/** All documents connected with a start document, in the order of the trade (order first), and their references. */
export type LinkedDocuments = {
  documents: ChainDocument[]
  absent: AbsentDocument[]
  references: Reference[]
  /** The id of the document to which `document` refers by a number. */
  referredId: (document: ChainDocument, reference: DocumentNumber) => string
}

/** Follows all references from a document in both directions, among documents and numbers read around it. */
export function linkDocuments(
  startId: string,
  all: readonly ChainDocument[],
  numbers: readonly ChainNumber[],
): LinkedDocuments {
  const byId = new Map(all.map((document) => [document.id, document]))
  const bearers = groupBy(
    numbers.filter(({ position, documentId }) => position === 0 && byId.has(documentId)),
    keyOf,
  )
  const referredId = (document: ChainDocument, reference: DocumentNumber) =>
    chooseBearer(reference, document.date, bearers.get(keyOf(reference)) ?? [])?.documentId ?? keyOf(reference)
  const stated = numbers.flatMap(({ documentId, position, ...reference }) => {
    const document = byId.get(documentId)
    return position === 0 || !document ? [] : [{ from: referredId(document, reference), to: documentId, reference }]
  })
  const connected = findConnected(startId, stated)
  const inChain = stated.filter(({ to }) => connected.has(to))
  return {
    documents: all.filter(({ id }) => connected.has(id)).toSorted(inTradeOrder),
    absent: absentAmong(inChain.filter(({ from }) => !byId.has(from))),
    references: uniqueReferences(inChain),
    referredId,
  }
}

const keyOf = ({ type, sender, receiver, number }: DocumentNumber) => JSON.stringify([type, sender, receiver, number])

/** Senders reuse a number after a year: if the dates differ by more, the number means another document. */
const maxDateDifferenceMs = 183 * 86_400_000

/**
 * Chooses the referred document among documents with the same number: by the date that the reference states, else the
 * newest document that is not newer than the referring one. The order of arrival does not change the choice.
 */
function chooseBearer(
  { date }: DocumentNumber,
  referringDate: string | null,
  bearers: readonly ChainNumber[],
): ChainNumber | undefined {
  const oldestFirst = bearers.toSorted((a, b) => compareText(a.date, b.date) || compareText(a.documentId, b.documentId))
  if (date === null)
    return (
      oldestFirst.findLast((bearer) => referringDate === null || (bearer.date ?? '') <= referringDate) ?? oldestFirst[0]
    )
  const difference = (bearer: ChainNumber) =>
    bearer.date === null ? maxDateDifferenceMs : Math.abs(Date.parse(bearer.date) - Date.parse(date))
  return oldestFirst
    .filter((bearer) => difference(bearer) <= maxDateDifferenceMs)
    .toSorted((a, b) => difference(a) - difference(b))[0]
}

function findConnected(startId: string, references: readonly Reference[]): Set<string> {
  const neighbours = new Map<string, string[]>()
  const connect = (one: string, other: string) => {
    const known = neighbours.get(one)
    if (known) known.push(other)
    else neighbours.set(one, [other])
  }
  for (const { from, to } of references) {
    connect(from, to)
    connect(to, from)
  }
  const connected = new Set([startId])
  // A Set's iterator visits elements added meanwhile, each once, so a cycle ends.
  for (const id of connected) for (const neighbour of neighbours.get(id) ?? []) connected.add(neighbour)
  return connected
}

function absentAmong(stated: readonly (Reference & { reference: DocumentNumber })[]): AbsentDocument[] {
  const byId = groupBy(stated, ({ from }) => from)
  return Array.from(byId, ([id, group]) => {
    const oldestFirst = group.map(({ reference }) => reference).toSorted((a, b) => compareText(a.date, b.date))
    const [first = group[0].reference] = oldestFirst.filter(({ date }) => date !== null)
    return { ...first, id }
  }).toSorted((a, b) => compareText(a.id, b.id))
}

const uniqueReferences = (references: readonly Reference[]): Reference[] =>
  [...new Map(references.map(({ from, to }) => [`${from} ${to}`, { from, to }])).values()].toSorted(
    (a, b) => compareText(a.from, b.from) || compareText(a.to, b.to),
  )

/** The types of a chain, in the order in which they are sent. */
const chainTypes: readonly string[] = ['PEDIDO', 'ENVIO', 'FACTUL', 'DEVOLU', 'ABONO']

const inTradeOrder = (a: ChainDocument, b: ChainDocument) =>
  chainTypes.indexOf(a.type) - chainTypes.indexOf(b.type) ||
  compareText(a.date, b.date) ||
  compareText(a.number, b.number) ||
  compareText(a.id, b.id)

function compareText(a: string | null, b: string | null): number {
  const [first, second] = [a ?? '', b ?? '']
  return first < second ? -1 : Number(first > second)
}
