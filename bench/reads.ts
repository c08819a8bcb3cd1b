import type { RootDatabase } from '../src/database/database.ts'
import type { Fresh } from './database.ts'
import { databaseOn, type Benchmark, type Settings } from './result.ts'
import { median, timed } from './statistics.ts'

/** Reads of a filled database. */
type Reads<Found> = Pick<Benchmark, 'name' | 'about'> & {
  /** The invented records, in words. */
  invented: string
  open: (server: string | null) => Promise<Fresh>
  /** The baseline: looks up one row by its primary key. */
  lookUp: (db: RootDatabase) => Promise<unknown>
  reads: Readonly<Record<string, (db: RootDatabase) => Promise<Found>>>
  /** Says what a read found. */
  describe?: (found: Found) => string
  /** Rounds for each one asked for, as one takes little time. */
  roundsEach: number
}

/** Medians of one read, in milliseconds and as multiples of a lookup by primary key. */
type Measured = { read: string; ms: number; lookups: number; found: string }

/** A benchmark of reads on the given server, otherwise on the embedded database. */
export const benchmarkOf = <Found>(spec: Reads<Found>): Benchmark => ({
  name: spec.name,
  about: spec.about,
  run: async (settings) => {
    const measured = await measureReads(spec, settings)
    const on = databaseOn(settings.server)
    return {
      title: spec.about,
      limit: `looking up a row by its primary key, on ${on}`,
      figures: measured.map(({ read, ms, lookups, found }) => ({
        ...{ of: read, value: ms, unit: 'ms', ratio: lookups },
        ...(found && { beside: found }),
      })),
      json: { on, reads: measured },
    }
  },
})

/** Every round does all reads, each preceded by the baseline. */
async function measureReads<Found>(spec: Reads<Found>, { server, rounds: asked, tell }: Settings): Promise<Measured[]> {
  const { reads, describe = () => '', roundsEach } = spec
  tell(`${spec.invented} are being invented`)
  await using database = await spec.open(server)
  const { db } = database.opened
  const lookups: number[] = []
  const durations = new Map<string, number[]>()
  const found = new Map<string, string>()
  for (let round = 1; round <= asked * roundsEach; round++) {
    tell(`round ${round} of ${asked * roundsEach}`)
    for (const [read, run] of Object.entries(reads)) {
      lookups.push((await timed(() => spec.lookUp(db))).ms)
      const { ms, result } = await timed(() => run(db))
      durations.set(read, [...(durations.get(read) ?? []), ms])
      found.set(read, describe(result))
    }
  }
  const lookup = median(lookups)
  return Array.from(durations, ([read, all]) => {
    const ms = median(all)
    return { read, ms, lookups: ms / lookup, found: found.get(read) ?? '' }
  })
}
