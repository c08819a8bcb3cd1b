import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import { operatorFields } from '../../auth/operators.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { DomainError, invalidField } from '../../lib/errors.ts'
import { requireReason } from '../incidents/notes.ts'
import { windowsBetween } from './maintenance-windows.ts'
import { requirePlannedTime, type PlannedTime } from './planned-time.ts'
import { requireRecurrence } from './recurrence.ts'
import { requireMatcher, type SubjectMatcherInput } from './subject-matcher.ts'
import { isTimeZone, wallTimeOf } from '../../lib/wall-time.ts'

/** A maintenance to plan. `startsAt` and `endsAt` delimit its first window. */
export type MaintenanceInput = PlannedTime & {
  matcher: SubjectMatcherInput
  reason: string
  recurrence?: string | null | undefined
  zone?: string | null | undefined
}

const withOperator = { include: { by: operatorFields } } as const

/** A maintenance with the operator who planned it. */
export type PlannedMaintenance = Prisma.MaintenanceGetPayload<typeof withOperator>

const defaultZone = 'Europe/Madrid'
/** Maximum number of maintenances listed, and of windows of each. */
export const maxMaintenances = 200
export const maxWindows = 100
const dayMs = 86_400_000
const shownForDays = 31

/**
 * Plans a maintenance. Incidents that are open already are not suppressed.
 * @throws DomainError INVALID_INPUT
 */
export async function planMaintenance(
  db: RootDatabase,
  input: MaintenanceInput,
  by: Actor,
  at: Date,
): Promise<PlannedMaintenance> {
  const { startsAt, endsAt, zone, recurrence } = requirePlan(input, at)
  const reason = requireReason(input.reason)
  return commit(db, async (tx) => {
    const matcher = await requireMatcher(tx, input.matcher)
    const data = { reason, matcher, startsAt, endsAt, recurrence, zone, byId: by.operator.id }
    const planned = await tx.maintenance.create({ data, ...withOperator })
    const object = `maintenance:${planned.id}`
    const after = { reason, matcher, startsAt, endsAt, recurrence, zone }
    return { result: planned, views: ['panel'], audit: [{ by, at, action: 'maintenance.plan', object, after }] }
  })
}

function requirePlan({ startsAt, endsAt, ...input }: MaintenanceInput, at: Date) {
  requirePlannedTime({ startsAt, endsAt }, at)
  const zone = input.zone ?? defaultZone
  if (!isTimeZone(zone)) throw invalidField('zone', { code: 'TIME_ZONE_UNKNOWN', parameters: { zone } })
  const rule = input.recurrence ?? null
  const recurrence = rule === null ? null : requireRecurrence(rule, wallTimeOf(startsAt.getTime(), zone), zone)
  return { startsAt, endsAt, zone, recurrence }
}

/**
 * Ends a maintenance for good, together with its current window: incidents that still hold count from the next tick on.
 * @throws DomainError NOT_FOUND; CONFLICT when it is over.
 */
export async function endMaintenance(db: RootDatabase, id: string, by: Actor, at: Date): Promise<PlannedMaintenance> {
  return commit(db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Maintenance" WHERE "id" = ${id} FOR UPDATE`
    const before = await tx.maintenance.findUnique({ where: { id } })
    if (!before) throw new DomainError('NOT_FOUND', { code: 'NO_MAINTENANCE', parameters: { id } })
    if (before.endedAt || (before.recurrence === null && before.endsAt <= at))
      throw new DomainError('CONFLICT', { code: 'MAINTENANCE_OVER', parameters: {} })
    const ended = await tx.maintenance.update({ where: { id }, data: { endedAt: at }, ...withOperator })
    const [object, after] = [`maintenance:${id}`, { endedAt: at.toISOString() }]
    return { result: ended, views: ['panel'], audit: [{ by, at, action: 'maintenance.end', object, after }] }
  })
}

/** The maintenances that are planned or ended less than 31 days ago, the latest start first, at most 200. */
export function listMaintenances(db: Database, at: Date): Promise<PlannedMaintenance[]> {
  const since = new Date(at.getTime() - shownForDays * dayMs)
  const isRecent = { OR: [{ endedAt: null }, { endedAt: { gt: since } }] }
  return db.maintenance.findMany({
    where: { AND: [isRecent, { OR: [{ recurrence: { not: null } }, { endsAt: { gt: since } }] }] },
    orderBy: [{ startsAt: 'desc' }, { id: 'asc' }],
    take: maxMaintenances,
    ...withOperator,
  })
}

/** The maintenances with these ids that exist, in no particular order. */
export const findMaintenances = (db: Database, ids: readonly string[]): Promise<PlannedMaintenance[]> =>
  db.maintenance.findMany({ where: { id: { in: [...ids] } }, ...withOperator })

/** The windows of a maintenance that overlap the 31 days from `at` (milliseconds since 1970), at most 100. */
export const nextWindows = (maintenance: PlannedMaintenance, at: number) =>
  windowsBetween(maintenance, at, at + shownForDays * dayMs).slice(0, maxWindows)
