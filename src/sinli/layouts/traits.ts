import { type DocumentType, isDocumentType } from './documents.ts'

/** How documents of a type are processed. Source: docs/sinli-inbound.md. */
export type DocumentTraits = {
  /** The header field with the number given by the sender; documents without one are identified by their bytes. */
  numberField?: string
  /** Every line must identify its article; in other types a line that does not is only a warning. */
  requiresArticles?: true
  /** Its lines are articles with titles, by which lines of other documents are identified. */
  isCatalogue?: true
  /** Only the newest document counts, per sender and receiver. */
  newestOnly?: true
  /** Position in a replay: types that others refer to come first; types without a position come last. */
  replayOrder?: number
  /** The field with the number of another document between the same parties. */
  reference?: ReferenceField
}

/** A field that refers to a document. */
export type ReferenceField = {
  type: DocumentType
  record: 'header' | 'lines'
  number: string
  /** The field with the date of that document, if there is one. */
  date?: string
  /** Sent by the same party; otherwise by the other one. */
  sameSender?: true
}

const traits: Record<DocumentType, DocumentTraits> = {
  LIBROS: { isCatalogue: true, replayOrder: 1 },
  PEDIDO: { numberField: 'orderCode', requiresArticles: true, replayOrder: 2 },
  ENVIO: {
    numberField: 'number',
    requiresArticles: true,
    replayOrder: 3,
    reference: { type: 'PEDIDO', record: 'lines', number: 'orderCode' },
  },
  FACTUL: {
    numberField: 'number',
    replayOrder: 4,
    reference: { type: 'ENVIO', record: 'lines', number: 'deliveryNoteNumber', date: 'date', sameSender: true },
  },
  DEVOLU: {
    numberField: 'number',
    requiresArticles: true,
    reference: { type: 'ENVIO', record: 'lines', number: 'purchaseDocument', date: 'purchaseDate' },
  },
  ABONO: {
    numberField: 'number',
    requiresArticles: true,
    reference: { type: 'DEVOLU', record: 'header', number: 'returnReference', date: 'returnDate' },
  },
  CAMPRE: { newestOnly: true },
  ESTADO: { newestOnly: true },
  CEGALD: { newestOnly: true },
  CEGALV: {},
  MENSAJ: {},
  VALPED: {},
}

/** The traits of a document type; none if it is not supported. */
export const traitsOf = (document: string | null): DocumentTraits => (isDocumentType(document) ? traits[document] : {})

/** The document types whose lines identify articles. */
export const catalogueTypes: readonly string[] = Object.keys(traits).filter((type) => traitsOf(type).isCatalogue)
