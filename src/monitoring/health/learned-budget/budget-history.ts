import type { Database } from '../../../database/database.ts'
import { keptSince } from '../../../lib/retention.ts'
import type { SubjectWithPolicy } from '../subject-queries.ts'
import type { SlowBudget } from './slow-budget.ts'

/** Writes the latency budgets of subjects whenever they change, so that charts can show the budget at any time. */
export function createBudgetHistory(db: Database) {
  let written: Map<number, string> | null = null

  return {
    /** Writes the budgets that changed since the last write. Subjects without a learned latency have none. */
    async write(subjects: readonly SubjectWithPolicy[], at: number): Promise<void> {
      const before = (written ??= new Map())
      const changed = subjects.filter(
        ({ subject, budget }) => subject.latency !== null && before.get(subject.id) !== nameOf(budget),
      )
      if (changed.length === 0) return
      await insertBudgets(db, changed, at)
      for (const { subject, budget } of changed) before.set(subject.id, nameOf(budget))
    },
    /** Call while another instance writes: the budgets last written by this instance may be out of date. */
    forget(): void {
      written = null
    },
  }
}

const nameOf = ({ budgetMs, normalP95Ms }: SlowBudget) => `${budgetMs} ${normalP95Ms}`

// Skips budgets equal to the last stored row: another instance, or this one before a restart, wrote it.
async function insertBudgets(db: Database, changed: readonly SubjectWithPolicy[], at: number): Promise<void> {
  const rows = changed.map(({ subject: { id }, budget }) => ({ id, from: new Date(at), ...budget }))
  await db.$executeRaw`
    INSERT INTO "LatencyBudget" ("subjectId", "from", "budgetMs", "normalP95Ms")
    SELECT v."id", v."from", v."budgetMs", v."normalP95Ms"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v("id" int, "from" timestamp(3), "budgetMs" float8, "normalP95Ms" float8)
    LEFT JOIN LATERAL (
      SELECT b."budgetMs", b."normalP95Ms" FROM "LatencyBudget" b
      WHERE b."subjectId" = v."id" ORDER BY b."from" DESC LIMIT 1
    ) last ON true
    WHERE (last."budgetMs", last."normalP95Ms") IS DISTINCT FROM (v."budgetMs", v."normalP95Ms")
    ON CONFLICT DO NOTHING`
}

/** A latency budget with the time since which it held, and the usual p95 behind it; null for a fixed budget. */
export type BudgetChange = { from: Date; budgetMs: number; normalP95Ms: number | null }

/** The budgets of subjects since a time, oldest first, beginning with the budget that held at that time. */
export async function listBudgets(
  db: Database,
  subjectIds: readonly number[],
  since: Date,
): Promise<(BudgetChange & { subjectId: number })[]> {
  return db.$queryRaw`
    SELECT b."subjectId", b."from", b."budgetMs", b."normalP95Ms" FROM "LatencyBudget" b
    WHERE b."subjectId" = ANY(${[...subjectIds]}) AND NOT EXISTS (
      SELECT FROM "LatencyBudget" n
      WHERE n."subjectId" = b."subjectId" AND n."from" > b."from" AND n."from" <= ${since}::timestamp(3)
    )
    ORDER BY b."subjectId", b."from"`
}

/** Deletes the budgets that no longer held 90 days before `at`. */
export async function clearOldBudgets(db: Database, at: Date): Promise<void> {
  const since = keptSince('budget', at)
  await db.$executeRaw`
    DELETE FROM "LatencyBudget" b WHERE EXISTS (
      SELECT FROM "LatencyBudget" n
      WHERE n."subjectId" = b."subjectId" AND n."from" > b."from" AND n."from" <= ${since}::timestamp(3)
    )`
}
