import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { appendSamples, listFlushesOfOthers, readFlushed, type FlushRecord } from './bucket-store.ts'
import type { SubjectRow, Telemetry } from './telemetry.ts'

/** As far back as rows of ten seconds are kept: what a quiet subject is judged by. */
const keptMs = 6.5 * 60 * 60_000

/** Flushes that are read in one statement: those of five minutes of one instance. */
const maxFlushes = 30

/** A flush that is still being written has a lower id than so many that can be read already. */
const maxOvertaken = 200

type Batch = { source: string; rows: SubjectRow[] }

/** Keeps the samples in memory and those in the database in step: writes ours, and reads what others wrote. */
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
    /** Writes what was measured since the last flush. What could not be written is tried again, and counts once. */
    async write(): Promise<void> {
      if (unwritten) await append(unwritten)
      await append({ source: `${instance}.${(written += 1)}`, rows: telemetry.drainAll() })
    },
    /**
     * Reads every flush of others that was not read yet, also those from before this process began or stood still. Where it
     * fails, the next call goes on from there.
     */
    async read(at: number): Promise<void> {
      const flushes = await listFlushesOfOthers(db, { after: read.after(), own: instance })
      const unread = flushes.filter(({ id }) => !read.has(id))
      for (let first = 0; first < unread.length; first += maxFlushes) {
        const some = unread.slice(first, first + maxFlushes)
        const rows = await readFlushed(
          db,
          some.map(({ source }) => source),
          at - keptMs,
        )
        telemetry.absorbAll(rows)
        read.add(some)
      }
    },
  }
}

export type Flush = ReturnType<typeof createFlush>

/** Which flushes were read. An id that is too old to be still written is not kept. */
function createReadFlushes() {
  const ids = new Set<number>()
  let newest = 0
  const after = () => newest - maxOvertaken

  return {
    /** Every flush up to this id was read. */
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
