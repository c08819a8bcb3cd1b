import { inTransaction, type Database, type RootDatabase } from '../../../database/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import type { MetricPoint } from '../../../otlp/telemetry-data.ts'
import { addRequest, afterRequest, type RequestTimes } from './exports.ts'
import { newestStart, type Origin } from './first-point.ts'
import { lockSenders, writeSenders } from './sender-rows.ts'
import { advanceStream, type Advance, type Increase } from './stream.ts'
import { createStreamIdentity, type StreamIdentity } from './stream-identity.ts'
import { findRefused, maxStreams } from './stream-room.ts'
import { findWithoutStreams, readRegistered, readStreams, writeStreams, type StoredStream } from './stream-rows.ts'

/** The samples that a data point adds; null if it adds none, `REFUSED` if its source has too many streams. */
export type PointOutcome = Increase | null | 'REFUSED'

/** The increases of data points, in their order. `isKnown` tells whether an increase counts for a subject. */
export type Outcomes = { outcomes: PointOutcome[]; isKnown: (subjectId: number, increase: Increase) => boolean }

/**
 * The context of a request: its source, its time in milliseconds since 1970, the horizon read before the subjects were
 * looked up, and the maximum number of streams of a service. `others` are further data points of the request: no stream
 * of theirs is kept, they only show that their senders were heard.
 */
type Request = { sourceId: string; at: number; horizon: bigint; limit?: number; others?: readonly MetricPoint[] }

/** The data points of one stream, with their indexes in the request. */
type Stream = StreamIdentity & { points: MetricPoint[]; indexes: number[] }

/** The times of a sender's data points in a request, and when the newest of its streams began; see `Origin`. */
type Sender = Omit<RequestTimes, 'horizon'> & { began: bigint | null }

/**
 * Stores the data points of one request, and returns the samples that each of them adds. Commits before it returns, so
 * that a repeated data point adds nothing, on any instance.
 */
export async function advanceStreams(
  db: RootDatabase,
  points: readonly MetricPoint[],
  { others = [], limit = maxStreams, ...request }: Request,
): Promise<Outcomes> {
  const identity = createStreamIdentity()
  const streams = groupByStream(points, identity)
  const senders = groupBySender([...points, ...others], identity)
  const { advances, registrations } = await inTransaction(db, async (tx) => {
    const advances = await advanceAll(tx, streams, senders, { ...request, limit })
    return { advances, registrations: await readRegistered(tx, oldestHorizon(advances)) }
  })
  const outcomes = new Array<PointOutcome>(points.length).fill(null)
  for (const { stream, indexes } of streams)
    for (const [place, index] of indexes.entries()) {
      const advance = advances.get(stream)
      outcomes[index] = advance ? (advance.increases[place] ?? null) : 'REFUSED'
    }
  const isKnown = (subjectId: number, { knownIn }: Increase) => {
    const place = registrations.get(subjectId)
    return knownIn === null || place === undefined || (place !== null && place <= knownIn)
  }
  return { outcomes, isKnown }
}

type Identity = ReturnType<typeof createStreamIdentity>

function groupByStream(points: readonly MetricPoint[], identity: Identity): Stream[] {
  const streams = new Map<string, Stream>()
  for (const [index, point] of points.entries()) {
    const of = identity.streamOf(point)
    const stream = streams.get(of.stream) ?? { ...of, points: [], indexes: [] }
    stream.points.push(point)
    stream.indexes.push(index)
    streams.set(of.stream, stream)
  }
  return [...streams.values()]
}

function groupBySender(points: readonly MetricPoint[], identity: Identity): ReadonlyMap<string, Sender> {
  const pointsBySender = groupBy(points, identity.senderOf)
  return new Map(
    [...pointsBySender].map(([sender, sent]) => [
      sender,
      { lastAt: lastOf(sent), processes: lastByProcess(sent, identity), began: newestStart(sent) },
    ]),
  )
}

/**
 * The time of the last data point of each process. Deltas are left out, because they do not continue from an earlier
 * point.
 */
function lastByProcess(points: readonly MetricPoint[], { processOf }: Identity): ReadonlyMap<string, bigint> {
  const cumulative = points.filter(({ temporality }) => temporality === 'cumulative')
  return new Map([...groupBy(cumulative, processOf)].map(([process, sent]) => [process, lastOf(sent)]))
}

const lastOf = (points: readonly MetricPoint[]) =>
  points.map(({ atNanos }) => BigInt(atNanos)).reduce((last, at) => (at > last ? at : last), 0n)

/** The oldest horizon of the increases; null if all increases count for all subjects. */
function oldestHorizon(advances: ReadonlyMap<string, Advance>): bigint | null {
  const horizons = [...advances.values()].flatMap(({ increases }) => increases.flatMap((one) => one?.knownIn ?? []))
  return horizons.reduce<bigint | null>((oldest, one) => (oldest === null || one < oldest ? one : oldest), null)
}

/** Advances known streams, and new streams for which there is room. Refused streams are left out. */
async function advanceAll(
  tx: Database,
  streams: readonly Stream[],
  senders: ReadonlyMap<string, Sender>,
  { sourceId, at, horizon, limit }: Required<Omit<Request, 'others'>>,
): Promise<ReadonlyMap<string, Advance>> {
  const before = await lockSenders(tx, sourceId, [...senders.keys()], at)
  const hashes = streams.map(({ stream }) => stream)
  const known = await readStreams(tx, sourceId, hashes)
  const added = streams.filter(({ stream }) => !known.has(stream))
  const refused = await findRefused(tx, added, { sourceId, at, limit })
  const withoutStreams = await findWithoutStreams(tx, sourceId, processesOf(added))
  const exports = mapValues(senders, (sent, hash) =>
    addRequest(before.get(hash) ?? null, { ...sent, horizon }, withoutStreams),
  )
  const originOf = ({ sender, process }: Stream): Origin => ({
    sender: exports.get(sender)?.before ?? null,
    process: exports.get(sender)?.processes.get(process)?.before ?? null,
    began: senders.get(sender)?.began ?? null,
    horizon,
  })
  const advances = new Map<string, Advance>()
  const written: StoredStream[] = []
  for (const stream of streams.filter(({ stream }) => !refused.has(stream))) {
    const before = known.get(stream.stream) ?? null
    const advance = advanceStream(stream.points, before, originOf(stream))
    advances.set(stream.stream, advance)
    if (advance.state && advance.state !== before) written.push({ ...stream, state: advance.state })
  }
  await writeStreams(tx, sourceId, written, at)
  const taken = {
    stored: processesOf(streams.filter(({ stream }) => advances.get(stream)?.state)),
    refused: processesOf(streams.filter(({ stream }) => refused.has(stream))),
  }
  const after = mapValues(exports, (sender) => afterRequest(sender, taken))
  await writeSenders(tx, sourceId, after)
  return advances
}

const mapValues = <Key, From, To>(map: ReadonlyMap<Key, From>, toValue: (from: From, key: Key) => To) =>
  new Map([...map].map(([key, from]): [Key, To] => [key, toValue(from, key)]))

const processesOf = (streams: readonly Stream[]) => new Set(streams.map(({ process }) => process))
