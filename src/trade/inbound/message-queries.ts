import type { Database } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { InboundAttempt, InboundMessage, InboundStatus, Prisma, SinliLine } from '../../generated/prisma/client.ts'
import { detectEncoding, toText } from '../../sinli/encoding.ts'
import { readContent } from './unpack-message.ts'

/** A message without its raw bytes and without the columns of the queue. */
export type Message = Omit<InboundMessage, 'raw' | 'sequence' | 'beginnings'>

/** A document with the number of its lines. */
export type StoredDocument = Prisma.SinliDocumentGetPayload<{ include: { _count: { select: { lines: true } } } }>

export type { InboundAttempt, SinliLine }

/** Message filter; absent fields do not filter. `receivedFrom` is inclusive, `receivedTo` exclusive; max. 1,000 ids. */
export type MessageFilter = {
  ids?: readonly string[] | null
  status?: InboundStatus | null
  code?: string | null
  sender?: string | null
  receiver?: string | null
  document?: string | null
  libraryCode?: string | null
  receivedFrom?: Date | null
  receivedTo?: Date | null
}

const light = { omit: { raw: true, sequence: true, beginnings: true } } as const
const newestFirst = [{ receivedAt: 'desc' }, { id: 'desc' }] satisfies Prisma.InboundMessageOrderByWithRelationInput[]

/** Finds messages by id, in no particular order; unknown ids are ignored. */
export const findMessages = (db: Database, ids: readonly string[]): Promise<Message[]> =>
  db.inboundMessage.findMany({ where: { id: { in: [...ids] } }, ...light })

/** A page of the messages that match, newest first, and the total count. `after` is the id of the last one seen. */
export async function pageOfMessages(db: Database, filter: MessageFilter, limit: number, after: string | null) {
  const where = matching(filter)
  const [rows, totalCount] = await Promise.all([
    db.inboundMessage.findMany({
      where,
      orderBy: newestFirst,
      take: limit + 1,
      ...(after !== null && { cursor: { id: after }, skip: 1 }),
      ...light,
    }),
    db.inboundMessage.count({ where }),
  ])
  return { rows: rows.slice(0, limit), more: rows.length > limit, totalCount }
}

const mostIds = 1_000

function matching({ ids, receivedFrom, receivedTo, ...equal }: MessageFilter): Prisma.InboundMessageWhereInput {
  const given = Object.fromEntries(Object.entries(equal).filter(([, value]) => value != null))
  if (ids && ids.length > mostIds)
    throw new DomainError('INVALID_INPUT', `At most ${mostIds} messages can be asked for by their ids.`)
  return {
    ...given,
    ...(ids && { id: { in: [...ids] } }),
    receivedAt: { ...(receivedFrom && { gte: receivedFrom }), ...(receivedTo && { lt: receivedTo }) },
  }
}

/** The newest messages of each of these libraries, at most `limit` each, and the total count of each. */
export async function listMessagesOfLibraries(db: Database, codes: readonly string[], limit: number) {
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT m."id" FROM unnest(${[...codes]}::text[]) AS library(code) CROSS JOIN LATERAL (
      SELECT "id" FROM "InboundMessage" WHERE "libraryCode" = library.code ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${limit}
    ) m`
  const [rows, counts] = await Promise.all([
    db.inboundMessage.findMany({ where: { id: { in: found.map(({ id }) => id) } }, orderBy: newestFirst, ...light }),
    db.inboundMessage.groupBy({
      by: ['libraryCode'],
      where: { libraryCode: { in: [...codes] } },
      _count: { _all: true },
    }),
  ])
  return codes.map((code) => {
    const own = rows.filter(({ libraryCode }) => libraryCode === code)
    const totalCount = counts.find(({ libraryCode }) => libraryCode === code)?._count._all ?? 0
    return { rows: own, more: totalCount > own.length, totalCount }
  })
}

/** The attempts at these messages, oldest first. */
export const listAttempts = (db: Database, messageIds: readonly string[]): Promise<InboundAttempt[]> =>
  db.inboundAttempt.findMany({ where: { messageId: { in: [...messageIds] } }, orderBy: { id: 'asc' } })

/** The documents of these messages, in no particular order. */
export const findDocuments = (db: Database, messageIds: readonly string[]): Promise<StoredDocument[]> =>
  db.sinliDocument.findMany({
    where: { messageId: { in: [...messageIds] } },
    include: { _count: { select: { lines: true } } },
  })

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
const mostCharacters = 100_000

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
  const attachment = message && (await readContent(message)).attachment
  return attachment ? asText(attachment.subarray(0, mostCharacters)) : null
}

// `toText` turns every control character into a blank, line ends included, so the lines are split before.
function asText(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes)
  const lines: string[] = []
  for (let start = 0; start <= bytes.length;) {
    const found = bytes.indexOf(0x0a, start)
    const end = found === -1 ? bytes.length : found
    lines.push(inSlices(bytes, start, end, encoding).trimEnd())
    start = end + 1
  }
  return lines.join('\n').trimEnd()
}

function inSlices(bytes: Uint8Array, start: number, end: number, encoding: Parameters<typeof toText>[3]): string {
  let text = ''
  for (let at = start; at < end; at += 8_192) text += toText(bytes, at, Math.min(end, at + 8_192), encoding)
  return text
}
