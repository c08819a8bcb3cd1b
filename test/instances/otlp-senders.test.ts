import { setTimeout } from 'node:timers/promises'
import type { RootDatabase } from '../../src/database/database.ts'
import { lockSenders } from '../../src/monitoring/telemetry/otlp/sender-rows.ts'
import { clearOldStreams } from '../../src/monitoring/telemetry/otlp/stream-room.ts'
import { givenDatabase } from '../support/database/database.ts'
import { minutes, start } from '../support/monitoring/traffic.ts'
import { until } from '../support/until.ts'

const lock = (db: RootDatabase, hashes: readonly string[], at: number, work = () => Promise.resolve()) =>
  db.$transaction(async (tx) => {
    await lockSenders(tx, 'source', hashes, at)
    await work()
  })

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}

test('a request of senders that were silent for a day does not deadlock with their deletion', async () => {
  await using database = await givenDatabase()
  const { db } = database
  const [again, third] = [await database.openAgain(), await database.openAgain()]
  // Stored in the other order than that in which requests lock them.
  for (const hash of ['b', 'a']) await lock(db, [hash], start)
  const later = start + minutes(24 * 60 + 1)
  const [holds, released] = [signal(), signal()]
  const holder = lock(third.db, ['a'], start, () => {
    holds.give()
    return released.given
  })
  await holds.given
  const request = lock(again.db, ['a', 'b'], later)
  await until('the request waits', async () => {
    const waiting = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return waiting.length > 0 || null
  })

  const deletion = clearOldStreams(db, new Date(later))
  // A deletion that waits for the request has deleted what the request waits for next.
  await Promise.race([deletion, setTimeout(1_000)])
  released.give()

  const outcomes = await Promise.allSettled([holder, request, deletion])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  await Promise.all([again.close(), third.close()])
})
