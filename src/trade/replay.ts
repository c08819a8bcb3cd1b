import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { toldBy, type By } from '../audit/by.ts'
import { writeAudit } from '../audit/trail.ts'
import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { InboundMessage, Prisma } from '../generated/prisma/client.ts'

/** Which messages to reprocess: those named, or those that failed and match. Absent fields do not filter. */
export type Selection =
  | { messageIds: string[] }
  | { status: 'failed'; code?: string; sender?: string; document?: string; receivedFrom?: Date; receivedTo?: Date }

/** What is asked for. With the same key, the same operator gets the same answer and no second effect. */
export type ReplayRequest = {
  selection: Selection
  limit: number
  dryRun: boolean
  force: boolean
  reason: string | null
  idempotencyKey: string | null
}

/** What became of one message. */
export type Outcome = {
  messageId: string
  outcome: 'reprocessed' | 'unchanged' | 'skipped' | 'failed'
  code: string | null
  message: string | null
}

/** What became of them all; the four counts add up to `selected`. */
export type Replay = {
  replayId: string
  dryRun: boolean
  selected: number
  reprocessed: number
  unchanged: number
  skipped: number
  failed: number
  results: Outcome[]
}

/** Any number: it names the lock under which messages are replayed. */
const replayLock = 7_486_445

/** What must be there before what refers to it. Source: docs/sinli.md, "Replay". */
const order = ['LIBROS', 'PEDIDO', 'ENVIO', 'FACTUL']

/**
 * Reprocesses inbound SINLI messages, oldest first inside a type and per sender, and tells the audit trail once.
 * @throws Refusal NOT_FOUND naming unknown messages; CONFLICT while another replay runs, or for a key used differently.
 */
export function replay(db: RootDatabase, request: ReplayRequest, by: By, at: Date): Promise<Replay> {
  const replayId = idOf(request, by)
  return inTransaction(db, async (tx) => {
    await waitForTheSame(tx, replayId)
    const earlier = await findEarlier(tx, replayId, request)
    if (earlier) return earlier
    await refuseWhileAnotherRuns(tx)
    const messages = await select(tx, request)
    const answer = summarise(replayId, request.dryRun, inOrder(messages).map(reprocess))
    await writeAudit(tx, {
      ...toldBy(by),
      at,
      action: 'integration.replay',
      object: objectOf(replayId),
      before: asked(request),
      after: answer,
    })
    return answer
  })
}

// The key makes the id, so that the entry in the trail is found again.
function idOf({ idempotencyKey }: ReplayRequest, { operator }: By): string {
  if (idempotencyKey === null) return randomUUID()
  return createHash('sha256').update(`${operator.id} ${idempotencyKey}`).digest('hex').slice(0, 32)
}

const objectOf = (replayId: string) => `replay:${replayId}`

// Of two with the same key at once, the later one finds what the earlier one answered.
async function waitForTheSame(tx: Database, replayId: string) {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${replayId}, 0))`
}

async function findEarlier(tx: Database, replayId: string, request: ReplayRequest): Promise<Replay | null> {
  const entry = await tx.auditEntry.findFirst({ where: { object: objectOf(replayId), action: 'integration.replay' } })
  if (!entry) return null
  if (!isDeepStrictEqual(entry.before, asked(request)))
    throw new Refusal('CONFLICT', 'This Idempotency-Key was used for another request: take a new one.')
  return entry.after as Replay
}

/** The request, as the trail keeps it. */
const asked = ({ selection, limit, dryRun, force, reason }: ReplayRequest) =>
  JSON.parse(JSON.stringify({ selection, limit, dryRun, force, reason })) as Prisma.InputJsonObject

async function refuseWhileAnotherRuns(tx: Database) {
  const [row] = await tx.$queryRaw<
    { isOurs: boolean }[]
  >`SELECT pg_try_advisory_xact_lock(${replayLock}::bigint) AS "isOurs"`
  if (!row?.isOurs)
    throw new Refusal('CONFLICT', 'Another replay of this integration is running. Try again when it is over.', 5)
}

async function select(tx: Database, { selection, limit }: ReplayRequest): Promise<InboundMessage[]> {
  const oldestFirst = [{ receivedAt: 'asc' }, { id: 'asc' }] satisfies Prisma.InboundMessageOrderByWithRelationInput[]
  if (!('messageIds' in selection))
    return tx.inboundMessage.findMany({ where: matching(selection), orderBy: oldestFirst, take: limit })
  const messages = await tx.inboundMessage.findMany({
    where: { id: { in: selection.messageIds } },
    orderBy: oldestFirst,
  })
  const unknown = selection.messageIds.filter((id) => !messages.some((message) => message.id === id))
  if (unknown.length > 0)
    throw new Refusal(
      'NOT_FOUND',
      `There is no message ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ` (and ${unknown.length - 5} more)` : ''}.`,
    )
  return messages
}

function matching({
  status,
  code,
  sender,
  document,
  receivedFrom,
  receivedTo,
}: Exclude<Selection, { messageIds: string[] }>): Prisma.InboundMessageWhereInput {
  return {
    status,
    ...(code !== undefined && { code }),
    ...(sender !== undefined && { sender }),
    ...(document !== undefined && { document }),
    receivedAt: { ...(receivedFrom && { gte: receivedFrom }), ...(receivedTo && { lt: receivedTo }) },
  }
}

// Sorting keeps the order of arrival among equals.
const inOrder = (messages: readonly InboundMessage[]) =>
  messages.toSorted((one, other) => compare(one.sender ?? '', other.sender ?? '') || rankOf(one) - rankOf(other))

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const rankOf = ({ document }: InboundMessage) =>
  document !== null && order.includes(document) ? order.indexOf(document) : order.length

// A message is decoded anew from its raw bytes, never from a parsed copy; of what has none, nothing can be made.
const reprocess = ({ id, code }: InboundMessage): Outcome => ({
  messageId: id,
  outcome: 'skipped',
  code,
  message: 'Its raw bytes are not stored, so it cannot be decoded anew.',
})

function summarise(replayId: string, dryRun: boolean, results: Outcome[]): Replay {
  const countOf = (outcome: Outcome['outcome']) => results.filter((result) => result.outcome === outcome).length
  return {
    replayId,
    dryRun,
    selected: results.length,
    reprocessed: countOf('reprocessed'),
    unchanged: countOf('unchanged'),
    skipped: countOf('skipped'),
    failed: countOf('failed'),
    results,
  }
}
