import type { Database } from '../../../database/database.ts'
import type { PointBins } from './point-bins.ts'
import type { SenderState, StreamState, StreamTotals } from './stream.ts'

/** A stream that is stored under its hash. */
export type StoredStream = { hash: string; state: StreamState }

/** The time of a sender's export, and when the newest of its streams began; see `SenderState`. */
export type SenderExport = { lastAt: bigint; began: bigint | null }

/** `seenAt` is rounded up to this, because an index that does not change need not be written. */
const seenStepMs = 60 * 60_000

/**
 * Stores the time of each sender's export, and returns what was known of them before. Locks them until the commit, so
 * that their streams are advanced by one instance at a time.
 */
export async function advanceSenders(
  tx: Database,
  sourceId: string,
  exports: ReadonlyMap<string, SenderExport>,
  at: number,
): Promise<ReadonlyMap<string, SenderState>> {
  const hashes = [...exports.keys()]
  const times = [...exports.values()].map(({ lastAt }) => String(lastAt))
  // In the order of the hashes, so that two instances that write at the same time cannot deadlock.
  const senders = await tx.$queryRaw<{ hash: string; previousAt: string | null }[]>`
    INSERT INTO "OtlpSender" AS s ("sourceId", "hash", "lastAt", "seenAt")
    SELECT ${sourceId}, v."hash", v."lastAt"::bigint, ${new Date(at)}
    FROM unnest(${hashes}::text[], ${times}::text[]) AS v("hash", "lastAt") ORDER BY v."hash"
    ON CONFLICT ("sourceId", "hash") DO UPDATE SET
      "previousAt" = CASE WHEN excluded."lastAt" > s."lastAt" THEN s."lastAt" ELSE s."previousAt" END,
      "lastAt" = greatest(s."lastAt", excluded."lastAt"), "seenAt" = excluded."seenAt"
    RETURNING s."hash", s."previousAt"::text`
  return new Map(
    senders.map(({ hash, previousAt }) => [
      hash,
      { before: previousAt === null ? null : BigInt(previousAt), began: exports.get(hash)?.began ?? null },
    ]),
  )
}

/** The states of those of these streams that are stored, by hash. */
export async function readStreams(
  tx: Database,
  sourceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, StreamState>> {
  // Read as one text: for a thousand streams this costs a fraction of decoding each column.
  const [read] = await tx.$queryRaw<{ lines: string | null }[]>`
    SELECT string_agg("hash" || ' ' || array_to_string("times", ',') || ' ' || coalesce("totals", ''), E'\n') AS "lines"
    FROM "OtlpStream" WHERE "sourceId" = ${sourceId} AND "hash" = ANY(${[...hashes]})`
  return new Map(read?.lines?.split('\n').map(decodeLine))
}

/** Stores streams, each in place of its earlier state. */
export async function writeStreams(
  tx: Database,
  sourceId: string,
  streams: readonly StoredStream[],
  at: number,
): Promise<void> {
  const times = streams.map(({ state }) => state.times.join(','))
  const totals = streams.map(({ state }) => state.totals && encodeTotals(state.totals))
  await tx.$executeRaw`
    INSERT INTO "OtlpStream" ("sourceId", "hash", "times", "totals", "seenAt")
    SELECT ${sourceId}, v."hash", string_to_array(v."times", ',')::bigint[], v."totals",
      ${new Date(Math.ceil(at / seenStepMs) * seenStepMs)}
    FROM unnest(${streams.map(({ hash }) => hash)}::text[], ${times}::text[], ${totals}::text[]) AS v("hash", "times", "totals")
    ON CONFLICT ("sourceId", "hash") DO UPDATE SET
      "times" = excluded."times", "totals" = excluded."totals", "seenAt" = excluded."seenAt"`
}

function decodeLine(line: string): [hash: string, state: StreamState] {
  const [hash = '', times = '', totals = ''] = line.split(' ')
  return [hash, { times: times.split(',').map(BigInt), totals: totals === '' ? null : decodeTotals(totals) }]
}

/** StreamTotals in the form in which they are stored. The bounds of explicit bins are part of the stream's hash. */
type TotalsJson = [count: number, sum: number | null, counts: number[], exponential?: [number, number, number]]

function encodeTotals({ count, sum, bins }: StreamTotals): string {
  const json: TotalsJson = [count, sum, [...bins.counts]]
  if (bins.kind === 'exponential') json.push([bins.scale, bins.zeroCount, bins.offset])
  return JSON.stringify(json)
}

function decodeTotals(text: string): StreamTotals {
  const [count, sum, counts, exponential] = JSON.parse(text) as TotalsJson
  return { count, sum, bins: binsOf(counts, exponential) }
}

function binsOf(counts: number[], exponential: TotalsJson[3]): PointBins {
  if (!exponential) return { kind: 'explicit', bounds: [], counts }
  const [scale, zeroCount, offset] = exponential
  return { kind: 'exponential', scale, zeroCount, offset, counts }
}
