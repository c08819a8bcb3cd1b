import { inTransaction, type Database, type RootDatabase } from '../../../database/database.ts'
import type { MetricPoint } from '../../../otlp/telemetry-data.ts'
import { advanceStream, newestStart, type Advance, type Increase, type SenderState } from './stream.ts'
import { createStreamIdentity } from './stream-identity.ts'
import { advanceSenders, readStreams, writeStreams, type SenderExport, type StoredStream } from './stream-rows.ts'

/** Maximum streams stored per source. Source: docs/ingest.md. */
export const maxStreams = 20_000

const keptMs = 24 * 60 * 60_000

/** The samples added by a data point; null if none, `REFUSED` if its source has too many streams. */
export type PointOutcome = Increase | null | 'REFUSED'

/** The data points of one stream, with their indexes in the request. */
type Stream = { hash: string; sender: string; points: MetricPoint[]; indexes: number[] }

/** The source of data points, the time in milliseconds since 1970, and the maximum number of streams. */
type Request = { sourceId: string; at: number; limit?: number }

/**
 * Stores the data points of one request, and returns the samples that each adds. Commits before it returns, so that a
 * repeated data point adds nothing, on any instance.
 */
export async function advanceStreams(
  db: RootDatabase,
  points: readonly MetricPoint[],
  { sourceId, at, limit = maxStreams }: Request,
): Promise<PointOutcome[]> {
  const streams = groupByStream(points)
  const advances = await inTransaction(db, async (tx) => {
    const senders = await advanceSenders(tx, sourceId, exportsOf(streams), at)
    const advanced = await advanceKept(tx, streams, senders, { sourceId, limit })
    await writeStreams(tx, sourceId, advanced.written, at)
    // The count accumulated while a stream was refused is not its increase since the sender's last export.
    if (advanced.refusedSenders.length > 0)
      await tx.otlpSender.deleteMany({ where: { sourceId, hash: { in: advanced.refusedSenders } } })
    return advanced.advances
  })
  const outcomes = new Array<PointOutcome>(points.length).fill(null)
  for (const { hash, indexes } of streams)
    for (const [place, index] of indexes.entries()) {
      const advance = advances.get(hash)
      outcomes[index] = advance ? (advance.increases[place] ?? null) : 'REFUSED'
    }
  return outcomes
}

/** Deletes streams and senders without data for a day. */
export async function clearOldStreams(db: Database, at: Date): Promise<void> {
  const seenAt = { lt: new Date(at.getTime() - keptMs) }
  await db.otlpStream.deleteMany({ where: { seenAt } })
  await db.otlpSender.deleteMany({ where: { seenAt } })
}

function groupByStream(points: readonly MetricPoint[]): Stream[] {
  const identity = createStreamIdentity()
  const streams = new Map<string, Stream>()
  for (const [index, point] of points.entries()) {
    const hash = identity.streamOf(point)
    const stream = streams.get(hash) ?? { hash, sender: identity.senderOf(point), points: [], indexes: [] }
    stream.points.push(point)
    stream.indexes.push(index)
    streams.set(hash, stream)
  }
  return [...streams.values()]
}

/** The export of each sender: the time of its last data point, and the start of the newest of its streams. */
function exportsOf(streams: readonly Stream[]): Map<string, SenderExport> {
  const pointsBySender = new Map<string, MetricPoint[]>()
  for (const { sender, points } of streams) {
    const others = pointsBySender.get(sender)
    if (others) others.push(...points)
    else pointsBySender.set(sender, [...points])
  }
  const lastOf = (points: readonly MetricPoint[]) =>
    points.map(({ atNanos }) => BigInt(atNanos)).reduce((last, at) => (at > last ? at : last), 0n)
  return new Map(
    [...pointsBySender].map(([sender, points]) => [sender, { lastAt: lastOf(points), began: newestStart(points) }]),
  )
}

/** Advances the streams that are known, and new ones up to the limit of their source. */
async function advanceKept(
  tx: Database,
  streams: readonly Stream[],
  senders: ReadonlyMap<string, SenderState>,
  { sourceId, limit }: { sourceId: string; limit: number },
) {
  const hashes = streams.map(({ hash }) => hash)
  const known = await readStreams(tx, sourceId, hashes)
  const added = hashes.filter((hash) => !known.has(hash))
  const stored = added.length > 0 ? await tx.otlpStream.count({ where: { sourceId } }) : 0
  const refused = new Set(added.slice(Math.max(0, limit - stored)))
  const advances = new Map<string, Advance>()
  const written: StoredStream[] = []
  for (const { hash, sender, points } of streams) {
    if (refused.has(hash)) continue
    const before = known.get(hash) ?? null
    const advance = advanceStream(points, before, senders.get(sender) ?? { before: null, began: null })
    advances.set(hash, advance)
    if (advance.state && advance.state !== before) written.push({ hash, state: advance.state })
  }
  const refusedSenders = streams.filter(({ hash }) => refused.has(hash)).map(({ sender }) => sender)
  return { advances, written, refusedSenders: [...new Set(refusedSenders)] }
}
