import { inTransaction, type RootDatabase } from '../../database/database.ts'
import type { Kind, Severity } from '../../generated/prisma/enums.ts'
import { categories, type CountedCategory } from './categories.ts'
import { advance } from '../../database/revision.ts'

/** What is failing right now, true at one moment. */
export type Panel = {
  revision: number
  badge: number
  categories: CountedCategory[]
  /** Incidents opened since each operator last opened the panel, by the operator's id. Who is absent has none. */
  profileBadges: ReadonlyMap<string, number>
  telemetryInterruptedSince: Date | null
}

/** Reads the whole panel from one snapshot. Every count is absolute: nothing is added to or taken from an earlier one. */
export async function readPanel(db: RootDatabase): Promise<Panel> {
  const [revision, counts, badges, judgement] = await db.$transaction(
    [
      db.revision.findUniqueOrThrow({ where: { view: 'panel' } }),
      db.$queryRaw<CountRow[]>`
        SELECT "kind", "severity", count(*)::int AS "count" FROM "Incident"
        WHERE "openKey" IS NOT NULL AND NOT "suppressed" GROUP BY "kind", "severity"`,
      db.$queryRaw<BadgeRow[]>`
        SELECT o."id", count(*)::int AS "count" FROM "Operator" o JOIN "Incident" i ON i."openedAt" > o."panelSeenAt"
        WHERE o."disabledAt" IS NULL AND NOT i."suppressed" GROUP BY o."id"`,
      db.judgement.findUnique({ where: { id: 1 } }),
    ],
    { isolationLevel: 'RepeatableRead' },
  )
  const countOf = (kind: Kind, severity: Severity) =>
    counts.find((row) => row.kind === kind && row.severity === severity)?.count ?? 0
  const counted = categories.map((category) => ({ ...category, count: countOf(category.kind, category.severity) }))
  return {
    revision: Number(revision.value),
    badge: counted.reduce((sum, { count }) => sum + count, 0),
    categories: counted,
    profileBadges: new Map(badges.map(({ id, count }) => [id, count])),
    telemetryInterruptedSince: judgement?.interruptedSince ?? null,
  }
}

type CountRow = { kind: Kind; severity: Severity; count: number }
type BadgeRow = { id: string; count: number }

/** Notes that an operator has opened the panel: from now on their profile badge counts what opens later. */
export async function markSeen(db: RootDatabase, operatorId: string, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.operator.updateMany({ where: { id: operatorId }, data: { panelSeenAt: at } })
    await advance(tx, 'panel')
  })
}
