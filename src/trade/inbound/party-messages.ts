import type { Database } from '../../database/database.ts'
import { findMessages } from './message-queries.ts'

/** The newest messages from or to each of these SINLI ids, at most `limit` per id, and whether the id has more. */
export async function listMessagesOfParties(db: Database, parties: readonly string[], limit: number) {
  const newest = await db.$queryRaw<{ party: string; id: string }[]>`
    SELECT party.id AS "party", m."id" FROM unnest(${[...parties]}::text[]) AS party(id) CROSS JOIN LATERAL (
      (SELECT "id", "receivedAt" FROM "InboundMessage" WHERE "sender" = party.id
        ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${limit + 1})
      UNION
      (SELECT "id", "receivedAt" FROM "InboundMessage" WHERE "receiver" = party.id
        ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${limit + 1})
      ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${limit + 1}
    ) m`
  const rows = await findMessages(
    db,
    newest.map(({ id }) => id),
  )
  const messages = new Map(rows.map((row) => [row.id, row]))
  return parties.map((party) => {
    const own = newest.flatMap((one) => (one.party === party ? (messages.get(one.id) ?? []) : []))
    return { rows: own.slice(0, limit), more: own.length > limit }
  })
}

/** The number of messages from or to each of these SINLI ids. */
export const countMessagesOfParties = (db: Database, parties: readonly string[]) =>
  db.$queryRaw<{ party: string; count: number }[]>`
    SELECT party.id AS "party", (
      SELECT count(*)::int FROM "InboundMessage" WHERE "sender" = party.id OR "receiver" = party.id
    ) AS "count"
    FROM unnest(${[...parties]}::text[]) AS party(id)`
