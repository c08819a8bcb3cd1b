// cspell:ignore ctid
import { findTrace } from '../src/tracing/trace.ts'
import { openFilled } from './search.ts'
import { databaseOn, type Benchmark, type Settings } from './result.ts'
import { median, timed } from './statistics.ts'

// A round takes about a tenth of a second.
const roundsEach = 20

/** Ids that operators trace, by their kind. */
const ids = {
  'a document number': 'A/12345',
  'an ISBN': 'isbn:9788400000004',
  'a Message-ID': '<7000.envio@example.org>',
  "a customer's id": 'B00370000',
  'a trace id that nothing has': 'e'.repeat(32),
}

const isbnLine = `UPDATE "SinliLine" SET "isbn" = '9788400000004' WHERE ctid IN (SELECT ctid FROM "SinliLine" LIMIT 40)`

/** Medians for one kind of id, in milliseconds and as multiples of a lookup by primary key. */
type Traced = { id: string; ms: number; lookups: number; steps: number }

/** A trace over 100,000 records. */
export const tracing: Benchmark = {
  name: 'trace',
  about: 'following one thing through 100,000 records',
  run: async (settings) => {
    const found = await benchTrace(settings)
    const figures = found.map(({ id, ms, lookups, steps }) => ({
      of: id,
      value: ms,
      unit: 'ms',
      ratio: lookups,
      beside: `${steps} steps`,
    }))
    const on = databaseOn(settings.server)
    const limit = `looking up a row by its primary key, on ${on}`
    return { title: tracing.about, limit, figures, json: { on, ids: found } }
  },
}

/** Measures traces over 100,000 records; each is preceded by the baseline, a lookup of one row by its primary key. */
async function benchTrace({ server, rounds: asked, tell }: Settings): Promise<Traced[]> {
  tell('100,000 records are being invented')
  const rounds = asked * roundsEach
  await using database = await openFilled(server)
  await database.run(isbnLine)
  const { db } = database.opened
  const { id } = await db.customer.findFirstOrThrow({ select: { id: true } })
  const lookups: number[] = []
  const durations = new Map<string, number[]>()
  const steps = new Map<string, number>()
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`)
    for (const [kind, text] of Object.entries(ids)) {
      lookups.push((await timed(() => db.customer.findUnique({ where: { id } }))).ms)
      const { ms, result } = await timed(() => findTrace(db, text, () => true))
      durations.set(kind, [...(durations.get(kind) ?? []), ms])
      steps.set(kind, result?.steps.length ?? 0)
    }
  }
  const lookup = median(lookups)
  return Array.from(durations, ([kind, all]) => {
    const ms = median(all)
    return { id: kind, ms, lookups: ms / lookup, steps: steps.get(kind) ?? 0 }
  })
}
