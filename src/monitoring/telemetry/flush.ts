import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { appendSamples, readSamples, readSamplesOfOthers } from './samples.ts'
import type { SubjectRow, Telemetry } from './telemetry.ts'

/** How far back the samples of others are looked for again, in case their clock is behind or their write was slow. */
const overlapMs = 60_000

/** As far back as samples of ten seconds are kept: what a quiet subject is judged by. */
const keptMs = 6.5 * 60 * 60_000

/** What was written by a clock that is ahead of ours is read as well. */
const aheadMs = 60 * 60_000

/** What is read at once: of thousands of busy subjects more would be too much for one text. */
const readAtOnceMs = 5 * 60_000

type Batch = { source: string; rows: SubjectRow[] }

/** Keeps the samples in memory and those in the database in step: writes ours, and reads what other instances wrote. */
export function createFlush(db: Database, telemetry: Telemetry) {
  const instance = randomUUID()
  const absorbed = new Map<string, number>()
  let written = 0
  let unwritten: Batch | null = null

  return {
    /** Reads what was written before this process began. */
    async load(at: number): Promise<void> {
      for (let from = at - keptMs; from < at + aheadMs; from += readAtOnceMs)
        absorb(await readSamples(db, from, from + readAtOnceMs), at)
    },
    /** Writes what was measured since the last flush, and returns whether there was anything. What could not be written is tried again, and counts once. */
    async write(at: number): Promise<boolean> {
      unwritten ??= { source: `${instance}.${(written += 1)}`, rows: telemetry.drainAll() }
      const { source, rows } = unwritten
      await appendSamples(db, rows, source, new Date(at))
      unwritten = null
      return rows.length > 0
    },
    /** Takes over what others measured since the last time, and returns whether there was anything. */
    async read(at: number): Promise<boolean> {
      for (const [source, seen] of absorbed) if (seen < at - 2 * overlapMs) absorbed.delete(source)
      const rows = await readSamplesOfOthers(db, new Date(at - overlapMs), {
        own: instance,
        known: [...absorbed.keys()],
      })
      absorb(rows, at)
      return rows.length > 0
    },
  }

  function absorb(rows: readonly (SubjectRow & { source: string; flushedAt: number })[], at: number) {
    telemetry.absorbAll(rows)
    for (const { source, flushedAt } of rows) if (flushedAt >= at - 2 * overlapMs) absorbed.set(source, flushedAt)
  }
}

export type Flush = ReturnType<typeof createFlush>
