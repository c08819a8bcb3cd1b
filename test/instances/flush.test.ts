import pg from 'pg'
import { createFlush } from '../../src/monitoring/telemetry/flush.ts'
import { createTelemetry } from '../../src/monitoring/telemetry/telemetry.ts'
import { givenDatabase } from '../support/database/database.ts'

const now = Date.UTC(2026, 0, 15, 12)

it('a flush that is committed after later ones were read is still read', async () => {
  await using database = await givenDatabase()
  const { id } = await database.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'L-1', name: 'Una' } })
  const [writing, reading] = [createTelemetry(), createTelemetry()]
  const [writer, reader] = [createFlush(database.db, writing), createFlush(database.db, reading)]
  const slow = new pg.Client({ connectionString: database.databaseUrl ?? '' })
  await slow.connect()
  await slow.query('BEGIN')
  await slow.query(`INSERT INTO "Flush" ("source") VALUES ('slow.1')`)
  await slow.query(
    `INSERT INTO "Bucket" ("subjectId", "span", "start", "source", "n", "bad", "slow", "sumMs", "tail", "durations")
     VALUES ($1, 10, timezone('utc', $2::timestamptz), 'slow.1', 1, 0, 0, 20, 1, decode('011401', 'hex'))`,
    [id, new Date(now - 10_000).toISOString()],
  )
  for (let count = 0; count < 50; count++) {
    writing.record(id, { at: now - 10_000, ok: true, durationMs: 20 }, 1_000)
    await writer.write()
  }
  await reader.read(now)
  const before = reading.countSince(id, 0)

  await slow.query('COMMIT')
  await slow.end()
  await reader.read(now)

  expect(before).toBe(50)
  expect(reading.countSince(id, 0)).toBe(51)
})
