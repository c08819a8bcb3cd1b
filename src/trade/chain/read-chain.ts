import type { Database } from '../../database/database.ts'
import type { Fields } from '../../sinli/values.ts'
import type { ArticleLine } from './chain-entries.ts'
import type { AbsentDocument, ChainDocument } from './chain-links.ts'
import { buildChain, type DocumentChain } from './document-chain.ts'
import { type NumberInDocument, referenceIn, normalizeNumber, type DocumentNumber } from './document-numbers.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { withoutPadding } from '../search/sql-match.ts'

/** A chain. `truncated` if it has more documents or lines than were read. */
export type BoundedChain = Omit<DocumentChain, 'notReceived'> & { notReceived: MissingDocument[]; truncated: boolean }

/** A document that is not stored, and the failed message that contains it; null if no such message was received. */
export type MissingDocument = AbsentDocument & { failedMessageId: string | null }

/** Maximum documents read: an invoice a month can connect all trade between two parties. */
export const maxDocuments = 200
const maxLines = 20_000

/** Reads the chain of a stored document; null if there is none with this id. */
export async function readChain(db: Database, documentId: string): Promise<BoundedChain | null> {
  const connected = await readConnected(db, documentId)
  if (connected.length === 0) return null
  const documents = connected.slice(0, maxDocuments)
  const lines = await readLines(
    db,
    documents.filter(({ type }) => articleTypes.includes(type)),
  )
  const numbers = documents.flatMap(({ id, numbers }) => numbers.map((number) => ({ ...number, documentId: id })))
  const cancelled = documents.flatMap(({ id, cancelled }) =>
    cancelled.map((article) => ({ documentId: id, article: codeIn(article) ?? '' })),
  )
  const chain = buildChain(documentId, { documents, numbers, lines: lines.slice(0, maxLines), cancelled })
  const failed = await findFailedMessages(db, chain.notReceived)
  const notReceived = chain.notReceived.map((one, index) => ({ ...one, failedMessageId: failed[index] ?? null }))
  return { ...chain, notReceived, truncated: connected.length > maxDocuments || lines.length > maxLines }
}

const articleTypes = ['PEDIDO', 'ENVIO', 'DEVOLU', 'ABONO']

type StoredDocument = ChainDocument & { header: Fields; numbers: NumberInDocument[]; cancelled: string[] }

/**
 * The documents that share a number with the start document, directly or through other documents, nearest first, at
 * most one more than the limit. PostgreSQL ends the recursion at the limit; UNION drops documents found before.
 */
const readConnected = (db: Database, documentId: string) =>
  db.$queryRaw<StoredDocument[]>`
    WITH RECURSIVE connected("id") AS (
      SELECT ${documentId}::text
      UNION
      SELECT other."documentId"
      FROM connected
      JOIN "SinliNumber" own ON own."documentId" = connected."id"
      JOIN "SinliNumber" other ON other."number" = own."number" AND other."sender" = own."sender"
        AND other."receiver" = own."receiver" AND other."type" = own."type"
    ), nearest AS (
      SELECT "id", row_number() OVER () AS place FROM connected LIMIT ${maxDocuments + 1}
    )
    SELECT d."id", "messageId", "type", "number", to_char("date", 'YYYY-MM-DD') AS "date", "sender", "receiver",
      "header"->>'documentType' AS "kind", "header",
      ARRAY(
        SELECT jsonb_build_object('position', n."position", 'type', n."type", 'sender', n."sender",
          'receiver', n."receiver", 'number', n."number", 'date', to_char(n."date", 'YYYY-MM-DD'))
        FROM "SinliNumber" n WHERE n."documentId" = d."id"
      ) AS "numbers",
      ARRAY(
        SELECT status->>'article' FROM jsonb_array_elements("records"->'statuses') AS status
        WHERE status->>'cancelsPending' = 'S' AND status->>'article' IS NOT NULL
      ) AS "cancelled"
    FROM nearest JOIN "SinliDocument" d ON d."id" = nearest."id" ORDER BY place`

type StoredLine = Omit<ArticleLine, 'article' | 'refersTo' | 'acceptsPending' | 'quantity'> & {
  quantity: number | null
  article: string | null
  pending: string | null
  orderCode: string | null
  purchaseDocument: string | null
  purchaseDate: string | null
}

async function readLines(db: Database, documents: readonly StoredDocument[]): Promise<ArticleLine[]> {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const rows = await db.$queryRaw<StoredLine[]>`
    SELECT "documentId", "isbn", "ean", "reference", "title", "quantity", "fields"->>'article' AS "article",
      "fields"->>'acceptsPending' AS "pending", "fields"->>'orderCode' AS "orderCode",
      "fields"->>'purchaseDocument' AS "purchaseDocument", "fields"->>'purchaseDate' AS "purchaseDate"
    FROM "SinliLine" WHERE "documentId" = ANY(${[...byId.keys()]})
    ORDER BY "documentId", "position" LIMIT ${maxLines + 1}`
  return rows.map(({ article, pending, quantity, ...line }) => {
    const document = byId.get(line.documentId)
    return {
      ...line,
      article: articleOf({ ...line, article }),
      quantity: quantity ?? 0,
      acceptsPending: pending === null ? null : pending !== 'N',
      refersTo: document ? referenceIn(document, document.type === 'ABONO' ? document.header : line) : null,
    }
  })
}

type Codes = Pick<StoredLine, 'isbn' | 'ean' | 'article' | 'reference' | 'title'>

// ISBN and EAN are one series of 13 digits. `article` of a code of the supplier begins with the sender and a slash.
const articleOf = ({ isbn, ean, article, reference, title }: Codes) =>
  isbn ?? ean ?? codeIn(article) ?? reference ?? title ?? ''

const codeIn = (article: string | null) => article?.slice(article.indexOf('/') + 1) ?? null

type LegibleNumber = Omit<DocumentNumber, 'date'> & { messageId: string }

/** The newest failed message in which each of these documents is legible, in the order of the documents; null without one. */
async function findFailedMessages(db: Database, documents: readonly DocumentNumber[]): Promise<(string | null)[]> {
  if (documents.length === 0) return []
  const numbers = documents.map(({ number }) => withoutSeparators(number))
  const rows = await db.$queryRaw<LegibleNumber[]>`
    SELECT p."messageId", s."type", upper(s."sender") AS "sender", upper(s."receiver") AS "receiver", p."number"
    FROM "SalvagedPart" p JOIN "SalvagedDocument" s ON s."messageId" = p."messageId"
      JOIN "InboundMessage" m ON m."id" = p."messageId"
    WHERE ${withoutPadding(Prisma.sql`p."number"`)} = ANY(${numbers}) AND m."status" = 'FAILED' ORDER BY m."receivedAt"`
  const newest = new Map(rows.map((row) => [keyOf(row), row.messageId]))
  return documents.map((document) => newest.get(keyOf(document)) ?? null)
}

const withoutSeparators = (number: string) => normalizeNumber(number.toUpperCase().replace(/[ ./-]/g, ''))

const keyOf = ({ type, sender, receiver, number }: Omit<DocumentNumber, 'date'>) =>
  [type, sender.toUpperCase(), receiver.toUpperCase(), normalizeNumber(number)].join(' ')
