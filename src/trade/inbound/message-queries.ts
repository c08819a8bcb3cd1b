import type { Database } from '../../database/database.ts'
import { olderThan } from '../../database/keyset.ts'
import { DomainError } from '../../lib/errors.ts'
import { writePlaceInTime } from '../../lib/ordering.ts'
import type {
  InboundAttempt,
  InboundMessage,
  InboundStatus,
  Prisma,
  SalvagedDocument,
  SinliDocument,
  SinliLine,
} from '../../generated/prisma/client.ts'
import { detectEncoding, toText } from '../../sinli/encoding.ts'
import { unpackMessage } from './unpack-message.ts'

/** A message without its raw bytes and without the columns of the queue. */
export type Message = Omit<InboundMessage, 'raw' | 'sequence' | 'beginnings' | 'salvage'>

export type { InboundAttempt, SalvagedDocument, SinliDocument as StoredDocument, SinliLine }

/**
 * Message filter; absent fields do not filter. `receivedFrom` is inclusive, `receivedTo` exclusive; max. 1,000 ids.
 * `party` is the sender or the receiver.
 */
export type MessageFilter = {
  ids?: readonly string[] | null
  status?: InboundStatus | null
  /** An empty list matches no message; the other lists of the filter work the same way. */
  statuses?: readonly InboundStatus[] | null
  code?: string | null
  codes?: readonly string[] | null
  documents?: readonly string[] | null
  sender?: string | null
  receiver?: string | null
  party?: string | null
  document?: string | null
  libraryCode?: string | null
  receivedFrom?: Date | null
  receivedTo?: Date | null
  attempt?: AttemptFilter | null
  /** True: failed messages that are not completely legible, or were not read yet. False: all other messages. */
  partlyRead?: boolean | null
}

/** Filter of messages by their attempts: one attempt must match all fields. `from` is inclusive, `to` exclusive. */
export type AttemptFilter = {
  from?: Date | null
  to?: Date | null
  status?: InboundStatus | null
  code?: string | null
}

const withoutRaw = { omit: { raw: true, sequence: true, beginnings: true, salvage: true } } as const
const newestFirst = [{ receivedAt: 'desc' }, { id: 'desc' }] satisfies Prisma.InboundMessageOrderByWithRelationInput[]

/** Finds messages by id, in no particular order; unknown ids are ignored. */
export const findMessages = (db: Database, ids: readonly string[]): Promise<Message[]> =>
  db.inboundMessage.findMany({ where: { id: { in: [...ids] } }, ...withoutRaw })

/**
 * The messages that match, newest first, at most `limit`. `after` is the place of the last message already listed.
 * @throws DomainError INVALID_INPUT for a filter with too many ids, and for a place in another list.
 */
export async function listMessages(db: Database, filter: MessageFilter, limit: number, after: string | null) {
  const rows = await db.inboundMessage.findMany({
    where: { AND: [matching(filter), olderThan('receivedAt', after)] },
    orderBy: newestFirst,
    take: limit + 1,
    ...withoutRaw,
  })
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** The place of a message in `listMessages`. */
export const placeOfMessage = ({ id, receivedAt }: Message): string => writePlaceInTime(id, receivedAt)

/**
 * The number of messages that match.
 * @throws DomainError INVALID_INPUT for a filter with too many ids.
 */
export const countMessages = async (db: Database, filter: MessageFilter): Promise<number> =>
  db.inboundMessage.count({ where: matching(filter) })

const maxIds = 1_000

function matching({
  ids,
  statuses,
  codes,
  documents,
  party,
  receivedFrom,
  receivedTo,
  attempt,
  partlyRead,
  ...equal
}: MessageFilter): Prisma.InboundMessageWhereInput {
  const present = Object.fromEntries(Object.entries(equal).filter(([, value]) => value != null))
  if (ids && ids.length > maxIds)
    throw new DomainError('INVALID_INPUT', { code: 'MESSAGE_IDS_TOO_MANY', parameters: { max: maxIds } })
  return {
    ...present,
    ...(party != null && { OR: [{ sender: party }, { receiver: party }] }),
    ...(ids && { id: { in: [...ids] } }),
    AND: [
      ...[{ status: anyOf(statuses) }, { code: anyOf(codes) }, { document: anyOf(documents) }],
      matchingPartlyRead(partlyRead),
    ],
    receivedAt: { ...(receivedFrom && { gte: receivedFrom }), ...(receivedTo && { lt: receivedTo }) },
    ...(attempt && { attempts: { some: matchingAttempt(attempt) } }),
  }
}

const matchingPartlyRead = (partlyRead: boolean | null | undefined): Prisma.InboundMessageWhereInput =>
  partlyRead == null ? {} : partlyRead ? isPartlyRead : { NOT: isPartlyRead }

/** Condition for failed messages that may contain more than a search can find. */
const isPartlyRead = {
  status: 'FAILED',
  OR: [{ salvaged: null }, { salvaged: { complete: false } }],
} as const satisfies Prisma.InboundMessageWhereInput

/** The number of failed messages that may contain more than a search can find. */
export const countPartlyRead = (db: Database): Promise<number> => countMessages(db, { partlyRead: true })

/** The legible content of these failed messages, in no particular order. */
export const findSalvaged = (db: Database, messageIds: readonly string[]): Promise<SalvagedDocument[]> =>
  db.salvagedDocument.findMany({ where: { messageId: { in: [...messageIds] } } })

const matchingAttempt = ({ from, to, status, code }: AttemptFilter): Prisma.InboundAttemptWhereInput => ({
  at: { ...(from && { gte: from }), ...(to && { lt: to }) },
  ...(status != null && { status }),
  ...(code != null && { code }),
})

/** Maximum number of codes counted. There are about twenty. */
export const maxFailureCodes = 50

/** The number of failed attempts with each code in a period, the most frequent first. `from` is inclusive, `to` exclusive. */
export async function countFailures(db: Database, from: Date, to: Date): Promise<{ code: string; count: number }[]> {
  const counts = await db.inboundAttempt.groupBy({
    by: ['code'],
    where: matchingAttempt({ from, to, status: 'FAILED' }),
    _count: { _all: true },
    orderBy: [{ _count: { code: 'desc' } }, { code: 'asc' }],
    take: maxFailureCodes,
  })
  return counts.flatMap(({ code, _count }) => (code === null ? [] : [{ code, count: _count._all }]))
}

/** A condition for any of these values; null or undefined does not filter. */
const anyOf = <Value>(values: readonly Value[] | null | undefined) => (values ? { in: [...values] } : undefined)

/** The newest messages of each of these libraries, at most `limit` per library, and whether the library has more. */
export async function listMessagesOfLibraries(db: Database, codes: readonly string[], limit: number) {
  const newest = await db.$queryRaw<{ id: string }[]>`
    SELECT m."id" FROM unnest(${[...codes]}::text[]) AS library(code) CROSS JOIN LATERAL (
      SELECT "id" FROM "InboundMessage" WHERE "libraryCode" = library.code ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${limit + 1}
    ) m`
  const rows = await db.inboundMessage.findMany({
    where: { id: { in: newest.map(({ id }) => id) } },
    orderBy: newestFirst,
    ...withoutRaw,
  })
  return codes.map((code) => {
    const own = rows.filter(({ libraryCode }) => libraryCode === code)
    return { rows: own.slice(0, limit), more: own.length > limit }
  })
}

/** The number of messages of each of these libraries. Libraries without messages are omitted. */
export async function countMessagesOfLibraries(db: Database, codes: readonly string[]) {
  const counts = await db.inboundMessage.groupBy({
    by: ['libraryCode'],
    where: { libraryCode: { in: [...codes] } },
    _count: { _all: true },
  })
  return counts.map(({ libraryCode, _count }) => ({ libraryCode: libraryCode ?? '', count: _count._all }))
}

/** The attempts at these messages, oldest first. */
export const listAttempts = (db: Database, messageIds: readonly string[]): Promise<InboundAttempt[]> =>
  db.inboundAttempt.findMany({ where: { messageId: { in: [...messageIds] } }, orderBy: { id: 'asc' } })

/** The documents of these messages, in no particular order. */
export const findDocuments = (db: Database, messageIds: readonly string[]): Promise<SinliDocument[]> =>
  db.sinliDocument.findMany({ where: { messageId: { in: [...messageIds] } } })

/** The number of lines of each of these documents. Documents without lines are omitted. */
export async function countLines(db: Database, documentIds: readonly string[]) {
  const counts = await db.sinliLine.groupBy({
    by: ['documentId'],
    where: { documentId: { in: [...documentIds] } },
    _count: { _all: true },
  })
  return counts.map(({ documentId, _count }) => ({ documentId, count: _count._all }))
}

/** The lines of these documents after a position, at most `limit` of each, in order. */
export const listLines = (
  db: Database,
  documentIds: readonly string[],
  { after, limit }: { after: number; limit: number },
): Promise<SinliLine[]> =>
  // Positions have no gaps, so a page is a range of positions.
  db.sinliLine.findMany({
    where: { documentId: { in: [...documentIds] }, position: { gt: after, lte: after + limit } },
    orderBy: { position: 'asc' },
  })

/** Longer texts are cut for display; the stored bytes stay whole. */
const maxTextBytes = 100_000

/** The attachments of these messages as text, each decoded from its own encoding; messages without one are omitted. */
export async function readTexts(db: Database, ids: readonly string[]): Promise<{ id: string; text: string }[]> {
  const texts: { id: string; text: string }[] = []
  // One at a time: whole e-mails are large.
  for (const id of ids) {
    const text = await readText(db, id)
    if (text !== null) texts.push({ id, text })
  }
  return texts
}

async function readText(db: Database, id: string): Promise<string | null> {
  const message = await db.inboundMessage.findUnique({
    where: { id },
    select: { contentType: true, raw: true, toldSubject: true },
  })
  if (!message) return null
  const { attachment } = await unpackMessage({ ...message, declaredSubject: message.toldSubject })
  return attachment ? asText(attachment.subarray(0, maxTextBytes)) : null
}

// The lines are split first, because `toText` turns every control character into a blank, line ends included.
function asText(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes)
  const lines: string[] = []
  for (let start = 0; start <= bytes.length;) {
    const lineEnd = bytes.indexOf(0x0a, start)
    const end = lineEnd === -1 ? bytes.length : lineEnd
    lines.push(decodeInSlices(bytes, start, end, encoding).trimEnd())
    start = end + 1
  }
  return lines.join('\n').trimEnd()
}

// `toText` takes one function argument per byte.
const sliceBytes = 8_192

function decodeInSlices(bytes: Uint8Array, start: number, end: number, encoding: Parameters<typeof toText>[3]): string {
  let text = ''
  for (let from = start; from < end; from += sliceBytes)
    text += toText(bytes, from, Math.min(end, from + sliceBytes), encoding)
  return text
}
