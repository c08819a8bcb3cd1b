import type { May } from '../auth/permissions.ts'
import type { Database } from '../database/database.ts'
import { Prisma, type InboundStatus } from '../generated/prisma/client.ts'
import { normalizeNumber } from '../trade/chain/document-numbers.ts'
import { searchSalvaged } from '../trade/search/search.ts'
import { stripSeparators, withoutPadding } from '../trade/search/sql-match.ts'
import { convertIsbn } from '../trade/search/isbn.ts'
import { formatTraceId, type TraceId, type TraceKind } from './recognize-trace-id.ts'
import { formTables, linkedTables, tablePermissions } from './trace-access.ts'

/** A document, with fields that distinguish it from others with the same number, and the status of its message. */
export type TraceDocument = {
  id: string
  messageId: string
  type: string
  number: string | null
  date: Date | null
  sender: string
  receiver: string
  receivedAt: Date
  messageStatus: InboundStatus
}

/** A traceable object that the id identifies: `key` is its primary key, or the id itself if the object has none. */
export type Candidate = {
  kind: TraceKind
  key: string
  /** The id that identifies only this object. */
  id: string
  title: string
  at: Date | null
  document: TraceDocument | null
}

/** Maximum candidates for one id, and maximum documents of an ISBN. */
export const maxCandidates = 50

/** The objects with one of these ids that the caller may read, in one statement; at most one more than the maximum. */
export async function findCandidates(db: Database, ids: readonly TraceId[], may: May): Promise<Candidate[]> {
  const lookups = ids.flatMap((id) => lookup(id, may) ?? [])
  if (lookups.length === 0) return []
  return readCandidates(db, lookups)
}

/** The failed messages with this text in their legible content, if the caller may read messages. */
export async function findFailedByText(db: Database, text: string, may: May): Promise<Candidate[]> {
  if (!may(tablePermissions.InboundMessage)) return []
  const hits = await searchSalvaged(db, text, maxCandidates + 1)
  if (hits.length === 0) return []
  return readCandidates(db, [messages(Prisma.sql`m."id" IN (${Prisma.join(hits.map(({ id }) => id))})`)])
}

async function readCandidates(db: Database, lookups: readonly Prisma.Sql[]): Promise<Candidate[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT * FROM (${Prisma.join([...lookups], ' UNION ALL ')}) AS "found" LIMIT ${maxCandidates + 1}`
  const candidates = rows.map(toCandidate)
  return [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()]
}

/** The newest documents with an ISBN of 13 digits; one more than the maximum at most. */
export async function listDocumentsOfIsbn(db: Database, isbn: string): Promise<TraceDocument[]> {
  const rows = await db.$queryRaw<Row[]>(select('ISBN', documentColumns, documentsOfIsbn(isbn)))
  return rows.flatMap((row) => documentIn(row) ?? [])
}

/** The ids of the newest failed messages in which an ISBN of 13 digits is legible; one more than the maximum at most. */
export async function listFailedWithIsbn(db: Database, isbn: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT m."id" FROM "InboundMessage" m
    WHERE m."status" = 'FAILED' AND m."id" IN (SELECT p."messageId" FROM "SalvagedPart" p WHERE ${hasIsbn('p', isbn)})
    ORDER BY m."receivedAt" DESC LIMIT ${maxCandidates + 1}`
  return rows.map(({ id }) => id)
}

type Row = { kind: TraceKind; key: string; title: string; at: Date | null } & {
  [Field in Exclude<keyof TraceDocument, 'id' | 'receivedAt'>]: TraceDocument[Field] | null
}

function toCandidate(row: Row): Candidate {
  const { kind, key, title, at } = row
  return { kind, key, title, at, id: formatTraceId({ form: kind, value: key }), document: documentIn(row) }
}

function documentIn(row: Row): TraceDocument | null {
  const { key, at, messageId, type, number, date, sender, receiver, messageStatus } = row
  if (messageId === null || type === null || sender === null || receiver === null || at === null || !messageStatus)
    return null
  return { id: key, messageId, type, number, date, sender, receiver, receivedAt: at, messageStatus }
}

function lookup({ form, value }: TraceId, may: May): Prisma.Sql | null {
  if (form === 'REQUEST') return anywhere('REQUEST', 'requestId', value, may)
  if (form === 'TRACE') return anywhere('TRACE', 'traceId', value, may)
  return may(tablePermissions[formTables[form]]) ? lookups[form](value) : null
}

const lookups = {
  MESSAGE: (id: string) => messages(Prisma.sql`m."id" = ${id}`),
  MESSAGE_ID: (id: string) => messages(Prisma.sql`m."identity" IN (${id}, ${id.slice(1, -1)})`),
  DOCUMENT: (id: string) => documents(Prisma.sql`d."id" = ${id}`),
  NUMBER: (number: string) => Prisma.sql`
    ${documents(Prisma.sql`d."id" IN (${idsByNumber(number)})`)} UNION ALL
    ${messages(Prisma.sql`m."status" = 'FAILED' AND m."id" IN (${failedByNumber(number)})`)}`,
  ISBN: (isbn: string) =>
    select(
      'ISBN',
      plain(isbn, isbn, null),
      Prisma.sql`WHERE EXISTS (SELECT FROM "SinliLine" n WHERE ${hasIsbn('n', isbn)})
        OR EXISTS (SELECT FROM "SalvagedPart" p WHERE ${hasIsbn('p', isbn)})`,
    ),
  REPLAY: (id: string) =>
    select(
      'REPLAY',
      plain(Prisma.sql`r."id"`, Prisma.sql`r."id"`, Prisma.sql`r."startedAt"`),
      Prisma.sql`FROM "Replay" r WHERE r."id" = ${id}`,
    ),
  INCIDENT: (id: string) => incidents(Prisma.sql`i."id" = ${id}`),
  INCIDENT_NUMBER: (number: string) => incidents(Prisma.sql`i."number" = ${Number(number)}`),
  CUSTOMER: (id: string) =>
    select(
      'CUSTOMER',
      plain(Prisma.sql`c."id"`, Prisma.sql`c."name"`, null),
      Prisma.sql`FROM "Customer" c WHERE c."id" = ${id}`,
    ),
  DELIVERY: (id: string) =>
    select(
      'DELIVERY',
      plain(Prisma.sql`v."id"`, Prisma.sql`v."id"`, Prisma.sql`v."createdAt"`),
      Prisma.sql`FROM "Delivery" v WHERE v."id" = ${id}`,
    ),
}

/** Whether any table that the caller may read has the id. */
function anywhere(kind: TraceKind, column: keyof typeof linkedTables, value: string, may: May): Prisma.Sql | null {
  const tables = linkedTables[column].filter((table) => may(tablePermissions[table]))
  if (tables.length === 0) return null
  const exists = tables.map(
    (table) =>
      Prisma.sql`EXISTS (SELECT FROM ${Prisma.raw(`"${table}"`)} WHERE ${Prisma.raw(`"${column}"`)} = ${value})`,
  )
  return select(kind, plain(value, value, null), Prisma.sql`WHERE ${Prisma.join(exists, ' OR ')}`)
}

const messages = (condition: Prisma.Sql) =>
  select(
    'MESSAGE',
    plain(
      Prisma.sql`m."id"`,
      Prisma.sql`concat_ws(' ', coalesce(s."type", m."document", 'SINLI'), coalesce(s."number", s."sender", m."sender"))`,
      receivedAt,
    ),
    Prisma.sql`FROM "InboundMessage" m LEFT JOIN "SalvagedDocument" s ON s."messageId" = m."id" WHERE ${condition} ORDER BY m."receivedAt" DESC LIMIT ${maxCandidates + 1}`,
  )

const incidents = (condition: Prisma.Sql) =>
  select(
    'INCIDENT',
    plain(Prisma.sql`i."id"`, Prisma.sql`'#' || i."number"`, Prisma.sql`i."openedAt"`),
    Prisma.sql`FROM "Incident" i WHERE ${condition}`,
  )

const documents = (condition: Prisma.Sql) =>
  select(
    'DOCUMENT',
    documentColumns,
    Prisma.sql`FROM "SinliDocument" d JOIN "InboundMessage" m ON m."id" = d."messageId" WHERE ${condition} ${newestFirst}`,
  )

/**
 * Matches the number also with other separators, and without zero padding, since some programs store numbers as
 * integers.
 */
const idsByNumber = (number: string) => Prisma.sql`
  SELECT s."id" FROM "SinliDocument" s WHERE ${stripSeparators(Prisma.sql`s."number"`)} = ${number}
  UNION SELECT "documentId" FROM "SinliNumber" WHERE "number" = ${normalizeNumber(number)} AND "position" = 0`

/** The legible numbers of failed messages, compared in the same ways as the numbers of documents. */
const failedByNumber = (number: string) => Prisma.sql`
  SELECT p."messageId" FROM "SalvagedPart" p
  WHERE ${withoutPadding(Prisma.sql`p."number"`)} = ${normalizeNumber(number)}`

// Lines first: a common article has many documents and even more lines.
const documentsOfIsbn = (isbn: string) => Prisma.sql`
  FROM "SinliDocument" d JOIN "InboundMessage" m ON m."id" = d."messageId"
  WHERE d."id" IN (SELECT n."documentId" FROM "SinliLine" n WHERE ${hasIsbn('n', isbn)}) ${newestFirst}`

const newestFirst = Prisma.sql`ORDER BY m."receivedAt" DESC, d."id" LIMIT ${maxCandidates + 1}`

function hasIsbn(table: 'n' | 'p', isbn: string): Prisma.Sql {
  const spellings = Prisma.join([isbn, ...convertIsbn(isbn)])
  const isOneOf = (column: string) =>
    Prisma.sql`${stripSeparators(Prisma.raw(`${table}."${column}"`))} IN (${spellings})`
  return Prisma.sql`(${isOneOf('isbn')} OR ${isOneOf('ean')})`
}

const receivedAt = Prisma.sql`m."receivedAt"`

const documentColumns = Prisma.sql`d."id" AS "key", concat_ws(' ', d."type", d."number") AS "title",
  ${receivedAt} AS "at", d."messageId", d."type", d."number", d."date", d."sender", d."receiver",
  m."status"::text AS "messageStatus"`

/** The columns of an object other than a document. */
const plain = (key: Prisma.Sql | string, title: Prisma.Sql | string, at: Prisma.Sql | null) => Prisma.sql`
  ${key}::text AS "key", ${title}::text AS "title", ${at}::timestamp AS "at", NULL::text AS "messageId",
  NULL::text AS "type", NULL::text AS "number", NULL::timestamp AS "date", NULL::text AS "sender",
  NULL::text AS "receiver", NULL::text AS "messageStatus"`

const select = (kind: TraceKind, columns: Prisma.Sql, from: Prisma.Sql) =>
  Prisma.sql`(SELECT ${kind}::text AS "kind", ${columns} ${from})`
