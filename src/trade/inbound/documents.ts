import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { traitsOf } from '../../sinli/layouts/traits.ts'
import type { Decoded } from '../../sinli/types.ts'
import { documentNumbers } from '../chain/document-numbers.ts'
import { slices } from '../../lib/slices.ts'

/** A decoded file whose sender, receiver and type are all present. */
export type IdentifiedDocument = Decoded & { sender: string; receiver: string; document: string }

/** The codes that identify an article. */
export type Article = { isbn: string | null; ean: string | null; reference: string | null }

/** A document about to be stored. `articles` are those identified for lines without a code, by line position. */
export type NewDocument = {
  messageId: string
  decoded: IdentifiedDocument
  sha256: string
  warnings: Prisma.InputJsonArray
  articles: ReadonlyMap<number, Article>
}

/** The identity of a document: receiver, sender, type, number and date; without a number the hash of its bytes. */
export function documentIdentity(decoded: IdentifiedDocument, sha256: string): string {
  const number = numberOf(decoded)
  const own = number === null ? sha256 : `${number} ${String(decoded.header.date ?? '')}`.trim()
  return `${decoded.receiver} ${decoded.sender} ${decoded.document} ${own}`
}

/** The number the sender gave a document; null if it has none. */
function numberOf({ document, header }: IdentifiedDocument): string | null {
  const number = header[traitsOf(document).numberField ?? '']
  return number == null ? null : String(number)
}

/** The date of a document; null if it has none. */
export const dateOf = ({ header }: Decoded): Date | null =>
  typeof header.date === 'string' ? new Date(`${header.date}T00:00:00Z`) : null

/** Stores a document with its lines, in the transaction of its message. Throws once `handBack` is aborted. */
export async function storeDocument(
  tx: Database,
  { messageId, decoded, sha256, warnings, articles }: NewDocument,
  handBack?: AbortSignal,
) {
  const { document: type, version, sender, receiver, encoding, header, totals, lines } = decoded
  const { id } = await tx.sinliDocument.create({
    data: {
      messageId,
      identity: documentIdentity(decoded, sha256),
      type,
      version,
      sender,
      receiver,
      number: numberOf(decoded),
      date: dateOf(decoded),
      encoding,
      header,
      totals,
      records: recordsOf(decoded),
      warnings,
    },
    select: { id: true },
  })
  const rows = lines.map((line, position) =>
    lineRow(line, { documentId: id, position, article: articles.get(position) }),
  )
  for (const some of slices(rows, insertBatchSize)) {
    // The embedded database runs on this thread and responds without yielding to the event loop: yield here.
    await yieldToEventLoop()
    handBack?.throwIfAborted()
    await insertLines(tx, some)
  }
  await insertNumbers(tx, id, decoded)
}

const insertBatchSize = 500

// One JSON parameter for all rows: `createMany`, with nine parameters a row, takes at least twice as long.
async function insertLines(tx: Database, rows: readonly Prisma.SinliLineCreateManyInput[]) {
  await tx.$executeRaw`
    INSERT INTO "SinliLine"
      ("documentId", "position", "isbn", "ean", "reference", "title", "quantity", "priceCents", "fields")
    SELECT "documentId", "position", "isbn", "ean", "reference", "title", "quantity", "priceCents", "fields"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line (
      "documentId" text, "position" int, "isbn" text, "ean" text, "reference" text, "title" text, "quantity" int,
      "priceCents" int, "fields" jsonb)`
}

async function insertNumbers(tx: Database, documentId: string, decoded: IdentifiedDocument) {
  const { document: type, sender, receiver, header, lines } = decoded
  const numbers = documentNumbers({ type, sender, receiver, number: numberOf(decoded), header, lines })
  if (numbers.length === 0) return
  await tx.$executeRaw`
    INSERT INTO "SinliNumber" ("documentId", "position", "type", "sender", "receiver", "number", "date")
    SELECT ${documentId}, "position", "type", "sender", "receiver", "number", "date"
    FROM jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) AS line (
      "position" int, "type" text, "sender" text, "receiver" text, "number" text, "date" timestamp(3))`
}

const ownColumns = new Set([
  ...['ok', 'document', 'version', 'sender', 'receiver', 'encoding', 'header', 'lines', 'totals', 'warnings', 'error'],
  'identification',
])

// The identification is stored with the records: it shows the parties of both if subject and line 1 differ.
function recordsOf(decoded: IdentifiedDocument): Prisma.InputJsonObject {
  const others = Object.entries(decoded).filter(([name]) => !ownColumns.has(name))
  return { ...Object.fromEntries(others), identification: decoded.identification }
}

type LinePosition = { documentId: string; position: number; article: Article | undefined }

function lineRow(
  line: IdentifiedDocument['lines'][number],
  { documentId, position, article }: LinePosition,
): Prisma.SinliLineCreateManyInput {
  return {
    documentId,
    position,
    ...codesOf(line, article),
    title: nonEmptyText(line.title),
    quantity: int32(line.quantity),
    priceCents: int32(line.priceCents ?? line.priceWithVatCents),
    fields: line,
  }
}

function codesOf(line: IdentifiedDocument['lines'][number], article: Article | undefined): Article {
  const reference = nonEmptyText(line.reference)
  if (article) return { ...article, reference: reference ?? article.reference }
  const code = nonEmptyText(line.article)
  const { identifiedBy } = line
  return { isbn: identifiedBy === 'isbn' ? code : null, ean: identifiedBy === 'ean' ? code : null, reference }
}

type Value = IdentifiedDocument['lines'][number][string] | undefined

const nonEmptyText = (value: Value) => (typeof value === 'string' && value !== '' ? value : null)

// Amounts of ten digits of cents do not fit the column; `fields` still has them.
const int32 = (value: Value) => (typeof value === 'number' && Math.abs(value) <= 2_147_483_647 ? value : null)
