import type { Database } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { traitsOf } from '../../sinli/layouts/traits.ts'

/** Messages to reprocess: those with these ids, or the failed messages that match. Absent fields do not filter. */
export type Selection = { messageIds: string[] } | FailedSelection

type FailedSelection = {
  status: 'failed'
  code?: string
  sender?: string
  /** Only messages that failed because this SINLI id was not registered. */
  unknownParty?: string
  document?: string
  receivedFrom?: Date
  receivedTo?: Date
}

/**
 * The ids of the selected messages in the order to reprocess them. If more than `limit` match, the oldest ones.
 * @throws DomainError NOT_FOUND naming messages that do not exist.
 */
export async function selectMessages(db: Database, selection: Selection, limit: number): Promise<string[]> {
  const rows = await db.inboundMessage.findMany({
    where: 'messageIds' in selection ? { id: { in: selection.messageIds } } : matching(selection),
    orderBy: { sequence: 'asc' },
    take: limit,
    select: { id: true, sender: true, document: true },
  })
  if ('messageIds' in selection) await assertMessagesExist(db, selection.messageIds, rows)
  return sortForReplay(rows).map(({ id }) => id)
}

async function assertMessagesExist(db: Database, ids: readonly string[], selected: readonly ReplayedMessage[]) {
  const selectedIds = new Set(selected.map(({ id }) => id))
  const others = ids.filter((id) => !selectedIds.has(id))
  if (others.length === 0) return
  const beyondLimit = await db.inboundMessage.findMany({ where: { id: { in: others } }, select: { id: true } })
  const unknown = others.filter((id) => !beyondLimit.some((row) => row.id === id))
  if (unknown.length === 0) return
  throw new DomainError('NOT_FOUND', {
    code: 'NO_MESSAGES',
    parameters: { ids: unknown.slice(0, 5), more: Math.max(unknown.length - 5, 0) },
  })
}

function matching(selection: FailedSelection): Prisma.InboundMessageWhereInput {
  const { code, sender, unknownParty, document, receivedFrom, receivedTo } = selection
  return {
    status: 'FAILED',
    ...(unknownParty !== undefined && failedFor(unknownParty)),
    ...(code !== undefined && { code }),
    ...(sender !== undefined && { sender }),
    ...(document !== undefined && { document }),
    receivedAt: { ...(receivedFrom && { gte: receivedFrom }), ...(receivedTo && { lt: receivedTo }) },
  }
}

const failedFor = (party: string) => ({
  OR: [
    { code: 'REMITENTE_DESCONOCIDO', sender: party },
    { code: 'DESTINATARIO_DESCONOCIDO', receiver: party },
  ],
})

/** The facts of a message that decide when it is reprocessed. */
type ReplayedMessage = { id: string; sender: string | null; document: string | null }

/**
 * Sorts the messages of a replay by sender, then by type: types that others refer to come first. Messages of the same
 * sender and type stay in order of arrival.
 */
const sortForReplay = (messages: readonly ReplayedMessage[]): ReplayedMessage[] =>
  messages.toSorted((a, b) => compare(a.sender ?? '', b.sender ?? '') || compare(rankOf(a), rankOf(b)))

const compare = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : Number(a > b))

const rankOf = ({ document }: ReplayedMessage) => traitsOf(document).replayOrder ?? Infinity
