import type { Database } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { withoutPadding } from '../search/sql-match.ts'
import { normalizeNumber, type DocumentNumber } from './document-numbers.ts'

type LegibleNumber = Omit<DocumentNumber, 'date'> & { messageId: string }

/** The newest failed message in which each of these documents is legible, in the order of the documents; null without one. */
export async function findFailedMessages(
  db: Database,
  documents: readonly DocumentNumber[],
): Promise<(string | null)[]> {
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
