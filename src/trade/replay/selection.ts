import type { Database } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Messages to reprocess: those with these ids, or the failed ones that match. Absent fields do not filter. */
export type Selection =
  | { messageIds: string[] }
  | { status: 'failed'; code?: string; sender?: string; document?: string; receivedFrom?: Date; receivedTo?: Date }

/** Document types that others refer to, in the order to process them. Source: docs/sinli-inbound.md, "Replay". */
const order = ['LIBROS', 'PEDIDO', 'ENVIO', 'FACTUL']

/**
 * The ids of the selected messages in the order to reprocess them: by sender, then types that others refer to first,
 * then oldest first. If more match, the oldest `limit`.
 * @throws DomainError NOT_FOUND naming messages that do not exist.
 */
export async function selectMessages(db: Database, selection: Selection, limit: number): Promise<string[]> {
  const rows = await db.inboundMessage.findMany({
    where: 'messageIds' in selection ? { id: { in: selection.messageIds } } : matching(selection),
    orderBy: { sequence: 'asc' },
    take: limit,
    select: { id: true, sender: true, document: true },
  })
  if ('messageIds' in selection) await refuseUnknown(db, selection.messageIds, rows)
  return inOrder(rows).map(({ id }) => id)
}

type SelectedRow = { id: string; sender: string | null; document: string | null }
type Matching = Exclude<Selection, { messageIds: string[] }>

async function refuseUnknown(db: Database, ids: readonly string[], found: readonly SelectedRow[]) {
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return
  const limited = await db.inboundMessage.findMany({ where: { id: { in: missing } }, select: { id: true } })
  const unknown = missing.filter((id) => !limited.some((row) => row.id === id))
  if (unknown.length === 0) return
  const more = unknown.length > 5 ? ` (and ${unknown.length - 5} more)` : ''
  throw new DomainError('NOT_FOUND', `There is no message ${unknown.slice(0, 5).join(', ')}${more}.`)
}

function matching({ code, sender, document, receivedFrom, receivedTo }: Matching): Prisma.InboundMessageWhereInput {
  return {
    status: 'FAILED',
    ...(code !== undefined && { code }),
    ...(sender !== undefined && { sender }),
    ...(document !== undefined && { document }),
    receivedAt: { ...(receivedFrom && { gte: receivedFrom }), ...(receivedTo && { lt: receivedTo }) },
  }
}

// The sort is stable, which keeps the order of arrival among equals.
const inOrder = (rows: readonly SelectedRow[]) =>
  rows.toSorted((one, other) => compare(one.sender ?? '', other.sender ?? '') || rankOf(one) - rankOf(other))

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const rankOf = ({ document }: SelectedRow) =>
  document !== null && order.includes(document) ? order.indexOf(document) : order.length
