import { isDeepStrictEqual } from 'node:util'
import type { RootDatabase } from '../../../database/database.ts'
import { createHourlyLearning, type Learner } from '../hourly-learning.ts'
import { beginLearning, learnTraffic, type LearnedTraffic } from './expected-traffic.ts'
import { findReported, readTrafficHours } from './traffic-hours.ts'

/**
 * Learns the usual traffic of subjects. Learning begins with the first whole hour after a service has reported the
 * subject.
 */
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
      if (before) return learnTraffic(hoursOf(subject.id), before, to)
      return reported.has(subject.id) ? beginLearning(at) : null
    })
  },
  isShown: ({ subject }, { from, usual }) => {
    const before = subject.traffic as LearnedTraffic | null
    return before?.from !== from || !isDeepStrictEqual(before.usual, usual)
  },
}
