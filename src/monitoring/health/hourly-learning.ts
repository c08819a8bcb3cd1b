import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { learnableTo } from './learned-budget/learning-schedule.ts'
import type { SubjectWithPolicy } from './subject-queries.ts'

/**
 * Maximum number of subjects learned per tick: with ten thousand subjects, learning takes half an hour of each hour.
 */
const maxSubjects = 60

/**
 * Learned knowledge about a subject; `learnedTo` is the end of the last hour considered, in milliseconds since 1970.
 */
export type Learner<T extends { learnedTo: number }> = {
  /** The column of the subject that stores the knowledge. */
  column: 'latency' | 'traffic'
  isLearned: (subject: SubjectWithPolicy) => boolean
  /**
   * The knowledge that the hours up to `to` give of each subject, at the tick `at`; null for a subject with too few
   * hours.
   */
  measure: (db: Database, due: readonly SubjectWithPolicy[], times: { to: number; at: number }) => Promise<(T | null)[]>
  /** Whether clients see the change. */
  isShown: (subject: SubjectWithPolicy, learned: T) => boolean
}

/** Learns something about each subject once an hour, from the stored samples of all instances. */
export function createHourlyLearning<T extends { learnedTo: number }>(db: RootDatabase, learner: Learner<T>) {
  // The hours up to which subjects were measured with too few samples; measured again after a restart.
  const unknownTo = new Map<number, number>()

  const learnedTo = ({ subject }: SubjectWithPolicy) =>
    (subject[learner.column] as T | null)?.learnedTo ?? unknownTo.get(subject.id) ?? 0

  return async (subjects: readonly SubjectWithPolicy[], at: number): Promise<void> => {
    const to = learnableTo(at)
    const due = subjects
      .filter((subject) => learner.isLearned(subject) && learnedTo(subject) < to)
      .slice(0, maxSubjects)
    if (due.length === 0) return
    const measured = await learner.measure(db, due, { to, at })
    const results = due.map((subject, index) => ({ subject, learned: measured[index] ?? null }))
    await writeLearned(
      db,
      learner,
      results.flatMap(({ subject, learned }) => (learned ? [{ subject, learned }] : [])),
    )
    for (const { subject, learned } of results) if (!learned) unknownTo.set(subject.subject.id, to)
  }
}

/** Writes what was learned, unless another instance or an operator wrote something else meanwhile. */
async function writeLearned<T extends { learnedTo: number }>(
  db: RootDatabase,
  { column, isShown }: Learner<T>,
  results: readonly { subject: SubjectWithPolicy; learned: T }[],
): Promise<void> {
  if (results.length === 0) return
  const rows = results.map(({ subject: { subject }, learned }) => ({
    id: subject.id,
    previous: subject[column],
    learned,
  }))
  const shown = results.filter(({ subject, learned }) => isShown(subject, learned))
  const name = Prisma.raw(`"${column}"`)
  await commit(db, async (tx) => {
    await tx.$executeRaw`
      UPDATE "Subject" s SET ${name} = v."learned"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("id" int, "previous" jsonb, "learned" jsonb)
      WHERE s."id" = v."id" AND s.${name} IS NOT DISTINCT FROM v."previous"`
    if (shown.length === 0) return {}
    return { views: ['inventory'], changed: shown.map(({ subject: { subject } }) => subject.id) }
  })
}
