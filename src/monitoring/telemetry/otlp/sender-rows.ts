import type { Database } from '../../../database/database.ts'
import { assignmentsOf, definitionsOf, type Columns } from '../../../database/columns.ts'
import { jsonRows } from '../../../database/json-rows.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Exports, ProcessExports, SenderExports } from './exports.ts'
import { noHorizon } from './first-point.ts'

/**
 * Maximum bytes of JSON that a request reads of processes: about as many processes as it has data points at most.
 * Without a limit, a request with one data point for each of many senders would read all processes of all of them. The
 * processes of the largest senders are then forgotten.
 */
const maxReadBytes = 4_000_000

/**
 * Reads the exports of senders; null for a new sender. Locks the senders until the commit, so that their streams are
 * advanced by one instance at a time.
 */
export async function lockSenders(
  tx: Database,
  sourceId: string,
  hashes: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, SenderExports | null>> {
  // In the order of the hashes, so that two instances that lock at the same time cannot deadlock.
  const senders = await tx.$queryRaw<(ExportsRow & { hash: string; processes: string })[]>`
    WITH locked AS (
      INSERT INTO "OtlpSender" AS s ("sourceId", "hash", "lastAt", "seenAt")
      SELECT ${sourceId}, v."hash", 0, ${new Date(at)} FROM unnest(${[...hashes]}::text[]) AS v("hash")
      ORDER BY v."hash"
      ON CONFLICT ("sourceId", "hash") DO UPDATE SET "seenAt" = excluded."seenAt" RETURNING s.*
    )
    SELECT "hash", "exportAt"::text, "lastAt"::text, "lastHorizon"::text, "previousAt"::text, "previousHorizon"::text,
      CASE WHEN sum(octet_length("processes")) OVER (ORDER BY octet_length("processes"), "hash") <= ${maxReadBytes}::int
        THEN "processes" ELSE '' END AS "processes"
    FROM locked`
  return new Map(
    senders.map(({ hash, processes, ...row }) => [
      hash,
      row.lastAt === '0' ? null : { ...toExports(row), processes: decodeProcesses(processes) },
    ]),
  )
}

/** Stores the exports of locked senders. */
export async function writeSenders(
  tx: Database,
  sourceId: string,
  senders: ReadonlyMap<string, SenderExports>,
): Promise<void> {
  const rows = [...senders].map(([hash, sender]) => ({
    ...{ hash, ...toRow(sender) },
    processes: encodeProcesses(sender.processes),
  }))
  await tx.$executeRaw`
    UPDATE "OtlpSender" s SET ${assignmentsOf(columns, 'v')}
    FROM (${jsonRows(rows, Prisma.sql`"hash" text, ${definitionsOf(columns)}`)}) v
    WHERE s."sourceId" = ${sourceId} AND s."hash" = v."hash"`
}

const columns = {
  exportAt: 'bigint',
  lastAt: 'bigint',
  lastHorizon: 'bigint',
  previousAt: 'bigint',
  previousHorizon: 'bigint',
  processes: 'text',
} as const satisfies Columns & Record<keyof ExportsRow, unknown>

/** Exports as they are stored, with their numbers as text. */
type ExportsRow = {
  exportAt: string
  lastAt: string
  lastHorizon: string
  previousAt: string | null
  previousHorizon: string
}

const toExports = ({ exportAt, lastAt, lastHorizon, previousAt, previousHorizon }: ExportsRow): Exports => ({
  beganAt: BigInt(exportAt),
  last: { at: BigInt(lastAt), horizon: BigInt(lastHorizon) },
  before: previousAt === null ? null : { at: BigInt(previousAt), horizon: BigInt(previousHorizon) },
})

const toRow = ({ beganAt, last, before }: Exports): ExportsRow => ({
  exportAt: String(beganAt),
  lastAt: String(last.at),
  lastHorizon: String(last.horizon),
  previousAt: before && String(before.at),
  previousHorizon: String(before?.horizon ?? noHorizon),
})

/** Processes as stored: for each process its hash, the values of its row, and `hadStreams`. */
type ProcessesJson = [
  hash: string,
  exportAt: string,
  lastAt: string,
  lastHorizon: string,
  previousAt: string | null,
  previousHorizon: string,
  hadStreams: boolean,
][]

function encodeProcesses(processes: ReadonlyMap<string, ProcessExports>): string {
  const json: ProcessesJson = [...processes].map(([hash, exports]) => {
    const { exportAt, lastAt, lastHorizon, previousAt, previousHorizon } = toRow(exports)
    return [hash, exportAt, lastAt, lastHorizon, previousAt, previousHorizon, exports.hadStreams]
  })
  return JSON.stringify(json)
}

function decodeProcesses(text: string): ReadonlyMap<string, ProcessExports> {
  const json = text === '' ? [] : (JSON.parse(text) as ProcessesJson)
  return new Map(
    json.map(([hash, exportAt, lastAt, lastHorizon, previousAt, previousHorizon, hadStreams]) => [
      hash,
      { ...toExports({ exportAt, lastAt, lastHorizon, previousAt, previousHorizon }), hadStreams },
    ]),
  )
}
