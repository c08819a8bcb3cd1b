import { isDeepStrictEqual } from 'node:util'
import type { Database, RootDatabase } from '../../../database/database.ts'
import { createHourlyLearning, type Learner } from '../hourly-learning.ts'
import { beginLearning, expectedTraffic, learnTraffic, type LearnedTraffic } from './expected-traffic.ts'
import { findReported, readTrafficHours } from './traffic-hours.ts'

/** Learns the usual traffic of subjects. It begins with the first whole hour after a service has reported one. */
export const createTrafficLearning = (db: RootDatabase) => createHourlyLearning(db, trafficLearner)

const trafficLearner: Learner<LearnedTraffic> = {
  column: 'traffic',
  isLearned: ({ policy }) => policy.traffic === 'LEARNED',
  measure: async (db, due, { to, at }) => {
    const known = due.filter(({ subject }) => subject.traffic !== null).map(({ subject }) => subject.id)
    const hoursOf = await readTrafficHours(db, known, to)
    const unknown = due.filter(({ subject }) => subject.traffic === null).map(({ subject }) => subject.id)
    const reported = await findReported(db, unknown)
    return due.map(({ subject }) => {
      const before = subject.traffic as LearnedTraffic | null
      if (before) return learnTraffic(hoursOf(subject.id), { from: before.from, to })
      return reported.has(subject.id) ? beginLearning(at) : null
    })
  },
  isShown: ({ subject }, { from, usual }) => {
    const before = subject.traffic as LearnedTraffic | null
    return before?.from !== from || !isDeepStrictEqual(before.usual, usual)
  },
}

/** The requests a minute that are expected of subjects at a time, by the row id of the subject; null where none are. */
export async function readExpectations(
  db: Database,
  subjectIds: readonly number[],
): Promise<(subjectId: number) => (at: number) => number | null> {
  const rows = await db.subject.findMany({
    where: { id: { in: [...subjectIds] } },
    select: { id: true, traffic: true },
  })
  const learnedOf = new Map(rows.map(({ id, traffic }) => [id, traffic as LearnedTraffic | null]))
  return (subjectId) => (at) => {
    const expected = expectedTraffic(true, learnedOf.get(subjectId) ?? null, at)
    return expected.reason === 'LEARNED' ? (expected.rate?.perMinute ?? null) : null
  }
}
