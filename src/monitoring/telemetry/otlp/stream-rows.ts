import type { Database } from '../../../database/database.ts'
import type { PointBins } from './point-bins.ts'
import type { StreamState, StreamTotals } from './stream.ts'

/** A stored stream with its hash and the hash of its process. */
export type StoredStream = { stream: string; process: string; state: StreamState }

/** `seenAt` is rounded up to a multiple of this (milliseconds), so that its index rarely has to be written. */
const seenStepMs = 60 * 60_000

/** The subjects registered since a horizon, with their places, by id; empty if the horizon is null. */
export async function readRegistered(db: Database, since: bigint | null): Promise<ReadonlyMap<number, bigint | null>> {
  if (since === null) return new Map()
  const registered = await db.$queryRaw<{ subjectId: number; place: string | null }[]>`
    SELECT "subjectId", "place"::text FROM "SubjectRegistration" WHERE "place" > ${String(since)}::bigint OR "place" IS NULL`
  return new Map(registered.map(({ subjectId, place }) => [subjectId, place === null ? null : BigInt(place)]))
}

/** The processes among these of which no stream is stored. */
export async function findWithoutStreams(
  tx: Database,
  sourceId: string,
  processes: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (processes.size === 0) return processes
  const found = await tx.$queryRaw<{ process: string }[]>`
    SELECT v."process" FROM unnest(${[...processes]}::text[]) AS v("process") WHERE NOT EXISTS (
      SELECT FROM "OtlpStream" s WHERE s."sourceId" = ${sourceId} AND s."process" = v."process")`
  return new Set(found.map(({ process }) => process))
}

/** The stored states of these streams, by hash. */
export async function readStreams(
  tx: Database,
  sourceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, StreamState>> {
  // Reads one text: for a thousand streams this costs a fraction of decoding each column.
  const [read] = await tx.$queryRaw<{ lines: string | null }[]>`
    SELECT string_agg("hash" || ' ' || array_to_string("times", ',') || ' ' || array_to_string("horizons", ',') || ' '
      || coalesce("totals", ''), E'\n') AS "lines"
    FROM "OtlpStream" WHERE "sourceId" = ${sourceId} AND "hash" = ANY(${[...hashes]})`
  return new Map(read?.lines?.split('\n').map(decodeLine))
}

/** Stores streams, replacing their earlier states. */
export async function writeStreams(
  tx: Database,
  sourceId: string,
  streams: readonly StoredStream[],
  at: number,
): Promise<void> {
  if (streams.length === 0) return
  const times = streams.map(({ state }) => state.times.join(','))
  const horizons = streams.map(({ state }) => state.horizons.join(','))
  const totals = streams.map(({ state }) => state.totals && encodeTotals(state.totals))
  await tx.$executeRaw`
    INSERT INTO "OtlpStream" ("sourceId", "hash", "process", "times", "horizons", "totals", "seenAt", "receivedAt")
    SELECT ${sourceId}, v."hash", v."process", string_to_array(v."times", ',')::bigint[],
      string_to_array(v."horizons", ',')::bigint[], v."totals", ${new Date(Math.ceil(at / seenStepMs) * seenStepMs)},
      ${new Date(at)}
    FROM unnest(${streams.map(({ stream }) => stream)}::text[], ${streams.map(({ process }) => process)}::text[],
      ${times}::text[], ${horizons}::text[], ${totals}::text[]) AS v("hash", "process", "times", "horizons", "totals")
    ON CONFLICT ("sourceId", "hash") DO UPDATE SET "times" = excluded."times", "horizons" = excluded."horizons",
      "totals" = excluded."totals", "seenAt" = excluded."seenAt", "receivedAt" = excluded."receivedAt"`
}

function decodeLine(line: string): [hash: string, state: StreamState] {
  const [hash = '', times = '', horizons = '', totals = ''] = line.split(' ')
  return [
    hash,
    { times: bigints(times), horizons: bigints(horizons), totals: totals === '' ? null : decodeTotals(totals) },
  ]
}

const bigints = (text: string) => (text === '' ? [] : text.split(',').map(BigInt))

/** `StreamTotals` as stored. The bounds of explicit bins are part of `form`. */
type TotalsJson = [
  count: number,
  sum: number | null,
  form: string,
  counts: readonly number[],
  exponential?: [scale: number, zeroCount: number, zeroThreshold: number, offset: number],
]

function encodeTotals({ count, sum, bins, form }: StreamTotals): string {
  const json: TotalsJson = [count, sum, form, bins.counts]
  if (bins.kind === 'exponential') json.push([bins.scale, bins.zeroCount, bins.zeroThreshold, bins.offset])
  return JSON.stringify(json)
}

function decodeTotals(text: string): StreamTotals {
  const [count, sum, form, counts, exponential] = JSON.parse(text) as TotalsJson
  return { count, sum, form, bins: binsOf(counts, exponential) }
}

function binsOf(counts: readonly number[], exponential: TotalsJson[4]): PointBins {
  if (!exponential) return { kind: 'explicit', bounds: [], counts }
  const [scale, zeroCount, zeroThreshold, offset] = exponential
  return { kind: 'exponential', scale, zeroCount, zeroThreshold, offset, counts }
}
