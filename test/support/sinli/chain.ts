import type { ArticleLine } from '../../../src/trade/chain/chain-entries.ts'
import type { ChainDocument, ChainNumber } from '../../../src/trade/chain/chain-links.ts'
import type { ChainInput } from '../../../src/trade/chain/document-chain.ts'
import { documentNumbers, referenceIn } from '../../../src/trade/chain/document-numbers.ts'
import { traitsOf } from '../../../src/sinli/layouts/traits.ts'
import type { Fields } from '../../../src/sinli/values.ts'

/** A document in the form in which it is decoded; its id is made from its type, parties and number. */
export type GivenDocument = {
  id?: string
  type: string
  sender: string
  receiver: string
  number: string | null
  date?: string | null
  header?: Fields
  lines?: readonly Fields[]
  /** Articles whose rest it cancels. */
  cancels?: readonly string[]
}

const shop = { sender: 'L0000001', receiver: 'LIB00002' }
const distributor = { sender: shop.receiver, receiver: shop.sender }

/** Documents of a shop and a distributor, by number and lines; an ABONO also by the return it credits. */
export const given = {
  order: (number: string, lines: Fields[]): GivenDocument => ({ type: 'PEDIDO', ...shop, number, lines }),
  note: (number: string, lines: Fields[], other: Partial<GivenDocument> = {}): GivenDocument => ({
    ...{ type: 'ENVIO', ...distributor, number, lines },
    ...other,
  }),
  invoice: (number: string, notes: string[]): GivenDocument => ({
    ...{ type: 'FACTUL', ...distributor, number },
    lines: notes.map((deliveryNoteNumber) => ({ deliveryNoteNumber, amountCents: 1000 })),
  }),
  returned: (number: string, lines: Fields[], header: Fields = {}): GivenDocument => ({
    ...{ type: 'DEVOLU', ...shop, number, lines, header },
  }),
  credit: (number: string, returnReference: string, lines: Fields[]): GivenDocument => ({
    ...{ type: 'ABONO', ...distributor, number, lines, header: { returnReference } },
  }),
}

/** The input of a chain for these documents. */
export function inputOf(documents: readonly GivenDocument[]): ChainInput {
  const complete = documents.map(({ id, date = null, header = {}, lines = [], cancels = [], ...rest }) => {
    const withDate: Fields = { date, ...header }
    return { ...rest, ...{ id: id ?? idOf(rest), date, lines, cancels, header: withDate } }
  })
  return {
    documents: complete.map(({ header, lines: _lines, cancels: _cancels, ...document }) => ({
      ...document,
      messageId: `message ${document.id}`,
      kind: typeof header.documentType === 'string' ? header.documentType : null,
    })) satisfies ChainDocument[],
    numbers: complete.flatMap((document): ChainNumber[] =>
      documentNumbers(document).map((number) => ({ ...number, documentId: document.id })),
    ),
    lines: complete
      .filter(({ type }) => type !== 'FACTUL')
      .flatMap((document) => document.lines.map((line) => toLine(document, line))),
    cancelled: complete.flatMap(({ id, cancels }) => cancels.map((article) => ({ documentId: id, article }))),
  }
}

/** The id that a document has unless it is given one. */
export const idOf = ({ type, sender, number }: Pick<GivenDocument, 'type' | 'sender' | 'number'>) =>
  `${type} ${sender} ${number ?? ''}`

type Complete = GivenDocument & { id: string; header: Fields }

function toLine(document: Complete, line: Fields): ArticleLine {
  const { isbn = null, quantity = null, title = null, acceptsPending } = line
  const inHeader = traitsOf(document.type).reference?.record === 'header'
  return {
    ...{ documentId: document.id, ean: null, reference: null },
    isbn: isbn === null ? null : String(isbn),
    title: title === null ? null : String(title),
    article: String(isbn ?? title ?? ''),
    quantity: Number(quantity ?? 0),
    acceptsPending: acceptsPending === undefined ? null : acceptsPending !== 'N',
    refersTo: referenceIn(document, inHeader ? document.header : line),
  }
}
