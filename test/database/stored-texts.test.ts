import fc from 'fast-check'
import { storableText } from '../../src/lib/postgres-values.ts'
import { checkEnvironment } from '../../src/monitoring/telemetry/otlp/metric-mapping.ts'
import { countRefusals } from '../../src/monitoring/telemetry/sources/refusal.ts'
import { createSourceLog } from '../../src/monitoring/telemetry/sources/source-log.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { casesOf } from '../support/extent.ts'

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const character = fc.oneof(
  fc.constantFrom('x', 'é', '😀', '𝒳', '\0', '\ud83d', '\ude00'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)

/** A limit, and texts of about that length. */
const aroundLimit = fc
  .integer({ min: 1, max: 60 })
  .chain((limit) =>
    fc.record({ limit: fc.constant(limit), text: fc.string({ unit: character, maxLength: limit + 3 }) }),
  )

it('texts cut to a length are stored as they are, whatever characters they have at the limit', async () => {
  await fc.assert(
    fc.asyncProperty(aroundLimit, async ({ text, limit }) => {
      const cut = storableText(text, limit)
      const [row] = await database.db.$queryRaw<object[]>`
        SELECT ${cut}::text AS "text", ${JSON.stringify({ cut })}::jsonb ->> 'cut' AS "ofJson"`

      expect(row).toEqual({ text: cut, ofJson: cut })
      expect(Array.from(cut).length).toBeLessThanOrEqual(limit)
      if (/^[^\0\p{Cs}]*$/u.test(text)) expect(cut).toBe(Array.from(text).slice(0, limit).join(''))
    }),
    { numRuns: casesOf(100, 2_000) },
  )
})

it('an environment that is refused is stored with its source, whatever it is called', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: character, minLength: 47, maxLength: 53 }), async (environment) => {
      const refusal = checkEnvironment(new Map([['deployment.environment.name', environment]]), 'STG')
      const sources = createSourceLog(database.db)
      sources.refused('named', countRefusals(refusal ? [refusal] : []), Date.now())
      await sources.write()

      const stored = await database.db.refusedTelemetry.findFirst({ where: { sourceId: 'named' } })
      expect(stored?.environment).toBe(refusal?.environment)
    }),
    { numRuns: casesOf(30, 500) },
  )
})

it('what the database refuses of sources for its content is given up, and what comes after it is written', async () => {
  const sources = createSourceLog(database.db)
  sources.unmatched('refused', { kind: 'ENDPOINTS', key: 'GET /\ud83d/' }, Date.now())
  await sources.write()
  sources.unmatched('taken', { kind: 'ENDPOINTS', key: 'GET /a/' }, Date.now())
  await sources.write()

  expect(await database.db.unmatchedSubject.findMany({ select: { sourceId: true } })).toEqual([{ sourceId: 'taken' }])
})
