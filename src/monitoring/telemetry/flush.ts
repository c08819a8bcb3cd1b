import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { appendSamples, listFlushesOfOthers, readFlushed, type FlushRecord } from './bucket-store.ts'
import type { SubjectRow, Telemetry } from './telemetry.ts'
import { maxAheadMs } from '../../lib/clock.ts'
import { slices } from '../../lib/slices.ts'

/** Retention of 10 s rows. Long enough to evaluate subjects with rare samples. */
const keptMs = 6.5 * 60 * 60_000

/** Flushes read per statement: five minutes of one instance. */
const maxFlushes = 30

/** Maximum number by which the id of an uncommitted flush may be lower than ids that are already visible. */
const maxOvertaken = 200

type Batch = { source: string; rows: SubjectRow[] }

/** Synchronises samples with the database: writes those of this instance, and reads those of others. */
export function createFlush(db: Database, telemetry: Telemetry) {
  const instance = randomUUID()
  const read = createReadFlushes()
  let written = 0
  let unwritten: Batch | null = null

  async function append(batch: Batch): Promise<void> {
    unwritten = batch
    await appendSamples(db, batch.rows, batch.source)
    unwritten = null
  }

  return {
    /** Writes the samples recorded since the last flush. The next call repeats a failed write, which counts once. */
    async write(): Promise<void> {
      if (unwritten) await append(unwritten)
      await append({ source: `${instance}.${(written += 1)}`, rows: telemetry.drainAll() })
    },
    /**
     * Reads all unread flushes of other instances, including those from before this process started or was suspended.
     * After an error, the next call continues from there. Only rows that a subject needs at `at` are read, without
     * those from before the clock was set back to `now`; both are in milliseconds since 1970.
     */
    async read(at: number, now = at): Promise<void> {
      const flushes = await listFlushesOfOthers(db, { after: read.after(), own: instance })
      const unread = flushes.filter(({ id }) => !read.has(id))
      for (const batch of slices(unread, maxFlushes)) {
        const rows = await readFlushed(
          db,
          batch.map(({ source }) => source),
          { since: at - keptMs, until: now + maxAheadMs },
        )
        telemetry.absorbAll(rows)
        read.add(batch)
      }
    },
  }
}

/** The ids of flushes already read. Ids so old that no uncommitted flush can be below them are left out. */
function createReadFlushes() {
  const ids = new Set<number>()
  let newest = 0
  const after = () => newest - maxOvertaken

  return {
    /** All flushes up to this id have been read. */
    after,
    has: (id: number) => ids.has(id),
    add(flushes: readonly FlushRecord[]) {
      for (const { id } of flushes) {
        ids.add(id)
        newest = Math.max(newest, id)
      }
      for (const id of ids) if (id <= after()) ids.delete(id)
    },
  }
}
