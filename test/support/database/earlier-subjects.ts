import { beatOverrides, scheduleOverrides } from '../../../src/monitoring/heartbeats/schedule.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { createHistogram, encode } from '../../../src/monitoring/telemetry/histogram.ts'
import { days, hours } from '../monitoring/traffic.ts'
import type { givenDatabaseBefore } from './before-migration.ts'

type Before = Pick<Awaited<ReturnType<typeof givenDatabaseBefore>>, 'pglite'>

/** An Operativo subject of an earlier version; times are in milliseconds before the present. */
export type EarlierSubject = {
  key: string
  kind: 'LIBRERIAS' | 'INTEGRACIONES'
  lastSampleMs: number
  /** The last sample as its rule state has it, if the two differ. */
  shownSampleMs?: number
  /** The id of the token that reported it; absent for a heartbeat. */
  source?: string
  schedule?: { intervalSeconds: number; graceSeconds: number }
}

/** Stored samples are of these steps in seconds, and kept for so long. */
const kept = [
  [10, hours(6)],
  [60, days(2)],
  [3600, days(90)],
] as const

const durations = Buffer.from(encode(createHistogram()))

/** Inserts a subject with a sample a second for three months, as the versions did that knew no services. */
export async function insertEarlier({ pglite }: Before, now: number, subject: EarlierSubject): Promise<void> {
  const { key, kind, lastSampleMs, shownSampleMs = lastSampleMs, source, schedule } = subject
  const at = (beforeMs: number) => new Date(now - beforeMs)
  const memory = { ...createRuleState(now - days(90)), state: 'OPERATIVO', lastSampleAt: now - shownSampleMs }
  const policy = { ...(schedule && scheduleOverrides(schedule)), ...(!source && beatOverrides) }
  const { rows } = await pglite.query<{ id: number }>(
    `INSERT INTO "Subject" ("kind", "key", "name", "state", "policy", "memory") VALUES ($1, $2, $2, 'OPERATIVO', $3, $4)
     RETURNING "id"`,
    [kind, key, policy, memory],
  )
  const id = rows[0]?.id
  const [table, column] = kind === 'LIBRERIAS' ? ['Library', 'code'] : ['Integration', 'key']
  const [more, value] = kind === 'LIBRERIAS' ? [', "updatedAt"', ', now()'] : ['', '']
  await pglite.query(`INSERT INTO "${table}" ("${column}", "subjectId", "name"${more}) VALUES ($1, $2, $1${value})`, [
    key,
    id,
  ])
  for (const [span, keptMs] of kept)
    await pglite.query(
      `INSERT INTO "Bucket" ("subjectId", "span", "start", "source", "n", "bad", "slow", "sumMs", "tail", "durations")
       SELECT $1, $2, t, 'rollup', $2, 0, 0, 1, 1, $3 FROM generate_series($4::timestamptz AT TIME ZONE 'utc',
         $5::timestamptz AT TIME ZONE 'utc' - make_interval(secs => $2), make_interval(secs => $2)) t`,
      [id, span, durations, new Date(Math.floor((now - keptMs) / hours(1)) * hours(1)), at(lastSampleMs)],
    )
  if (source)
    await pglite.query('INSERT INTO "SourceSubject" ("sourceId", "subjectId", "lastAt") VALUES ($1, $2, $3)', [
      ...[source, id, at(lastSampleMs)],
    ])
  else
    await pglite.query(
      `INSERT INTO "Heartbeat" ("id", "subjectId", "hash", "createdAt", "lastAt", "lastOk") VALUES ($1, $2, $1, $3, $4, true)`,
      [key, id, at(days(90)), at(lastSampleMs)],
    )
}

/** Inserts a token, or INGEST_TOKEN, by which observations arrived until so long ago. */
export async function insertSource({ pglite }: Before, now: number, id: string, lastMs: number): Promise<void> {
  const at = (beforeMs: number) => new Date(now - beforeMs)
  if (id !== 'INGEST_TOKEN')
    await pglite.query(
      `INSERT INTO "ApiToken" ("id", "kind", "name", "hash", "prefix", "createdAt", "expiresAt")
       VALUES ($1, 'SERVICE', $1, $1, 'vgs', $2, $3)`,
      [id, at(days(90)), at(-days(90))],
    )
  await pglite.query('INSERT INTO "TelemetrySource" ("id", "lastHeardAt", "lastObservedAt") VALUES ($1, $2, $2)', [
    ...[id, at(lastMs)],
  ])
}
