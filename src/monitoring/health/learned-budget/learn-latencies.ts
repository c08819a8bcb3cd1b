import { bumpRevision } from '../../../database/revision.ts'
import { inTransaction, type Database, type RootDatabase } from '../../../database/database.ts'
import type { HealthSubject, SubjectWithPolicy } from '../subject-queries.ts'
import { learn, type LearnedLatency } from './learned-latency.ts'
import { learnableTo } from './learning-schedule.ts'
import { readMeasuredHours } from './measured-hours.ts'
import { budgetInForce } from './slow-budget.ts'
import { measureUsual } from './usual-latency.ts'

/** The most subjects that are learned at one tick: ten thousand then take half an hour of each hour. */
const maxSubjects = 60

/** Learns the usual latencies of subjects, each once an hour, from the stored samples of all instances. */
export function createLatencyLearning(db: RootDatabase) {
  // The hours up to which subjects were measured with too few samples; measured again after a restart.
  const unknownTo = new Map<number, number>()

  const learnedTo = ({ id, latency }: HealthSubject) =>
    (latency as LearnedLatency | null)?.learnedTo ?? unknownTo.get(id) ?? 0

  return async (subjects: readonly SubjectWithPolicy[], at: number): Promise<void> => {
    const to = learnableTo(at)
    const due = subjects
      .filter(({ subject, policy }) => policy.slowBudget === 'LEARNED' && learnedTo(subject) < to)
      .slice(0, maxSubjects)
    if (due.length === 0) return
    const learned = await measureEach(db, due, to)
    await writeLatencies(
      db,
      learned.flatMap(({ latency, ...of }) => (latency ? [{ ...of, latency }] : [])),
    )
    for (const { subject, latency } of learned) if (!latency) unknownTo.set(subject.id, to)
  }
}

type Learned = SubjectWithPolicy & { latency: LearnedLatency | null }

async function measureEach(db: Database, due: readonly SubjectWithPolicy[], to: number): Promise<Learned[]> {
  const subjects = due.map(({ subject }) => subject)
  const hoursOf = await readMeasuredHours(db, subjects, to)
  return due.map(({ subject, ...more }) => {
    const { hours, period } = hoursOf(subject)
    const latency = learn(subject.latency as LearnedLatency | null, measureUsual(hours, period), to)
    return { subject, ...more, latency }
  })
}

/** Writes what was learned, unless another instance or an operator wrote something else meanwhile. */
async function writeLatencies(
  db: RootDatabase,
  learned: readonly (SubjectWithPolicy & { latency: LearnedLatency })[],
): Promise<void> {
  if (learned.length === 0) return
  const rows = learned.map(({ subject: { id, latency: previous }, latency }) => ({ id, previous, latency }))
  const shown = learned.filter(({ subject, policy, budget, latency }) => {
    const previous = subject.latency as LearnedLatency | null
    return latency.since !== previous?.since || budgetInForce(policy, latency).budgetMs !== budget.budgetMs
  })
  await inTransaction(db, async (tx) => {
    await tx.$executeRaw`
      UPDATE "Subject" s SET "latency" = v."latency"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("id" int, "previous" jsonb, "latency" jsonb)
      WHERE s."id" = v."id" AND s."latency" IS NOT DISTINCT FROM v."previous"`
    if (shown.length > 0)
      await bumpRevision(
        tx,
        ['inventory'],
        shown.map(({ subject }) => subject.id),
      )
  })
}
