import type { Maintenance } from '../../generated/prisma/client.ts'
import { occurrencesBetween } from './recurrence.ts'
import { instantOf, wallTimeOf } from '../../lib/wall-time.ts'

/** The fields of a maintenance that determine its windows. */
export type MaintenancePlan = Pick<Maintenance, 'startsAt' | 'endsAt' | 'recurrence' | 'zone' | 'endedAt'>

/** A window of a maintenance. Its end is exclusive. */
export type MaintenanceWindow = { startsAt: Date; endsAt: Date }

// Maximum difference between wall-clock time and elapsed time where a clock is changed, in milliseconds.
const clockChangeMs = 86_400_000

/**
 * The windows that overlap the time from `from` (inclusive) to `to` (exclusive), in milliseconds since 1970, in order.
 * All start at the same wall-clock time and last equally long, as RFC 5545 says; if the clock changes during a window,
 * its end has another wall-clock time. If somebody ended the maintenance during a window, this window ends then, and
 * none follow.
 */
export function windowsBetween(plan: MaintenancePlan, from: number, to: number): MaintenanceWindow[] {
  const end = Math.min(to, plan.endedAt?.getTime() ?? Infinity)
  const durationMs = plan.endsAt.getTime() - plan.startsAt.getTime()
  return startsBetween(plan, from - durationMs, end)
    .filter((start) => start < end && start + durationMs > from)
    .map((start) => ({
      startsAt: new Date(start),
      endsAt: new Date(Math.min(start + durationMs, plan.endedAt?.getTime() ?? Infinity)),
    }))
    .filter(({ endsAt }) => endsAt.getTime() > from)
}

/** Whether `at`, in milliseconds since 1970, is inside a window. */
export function isActiveAt(plan: MaintenancePlan, at: number): boolean {
  const key = JSON.stringify(plan)
  const known = lastAnswers.get(key)
  if (known?.at === at) return known.isActive
  const isActive = windowsBetween(plan, at, at + 1).length > 0
  if (lastAnswers.size >= maxAnswers) lastAnswers.clear()
  lastAnswers.set(key, { at, isActive })
  return isActive
}

// Cached: a tick asks for the same instant once per incident, and expanding a rule that began years ago takes
// milliseconds.
const lastAnswers = new Map<string, { at: number; isActive: boolean }>()
const maxAnswers = 1_000

/** The starts of the windows from `from` to `to`, and possibly some outside. */
function startsBetween({ startsAt, recurrence, zone }: MaintenancePlan, from: number, to: number): number[] {
  const first = startsAt.getTime()
  if (recurrence === null) return [first]
  const firstWall = wallTimeOf(first, zone)
  const [fromWall, toWall] = [wallTimeOf(from, zone) - clockChangeMs, wallTimeOf(to, zone) + clockChangeMs]
  return occurrencesBetween({ rule: recurrence, firstWall, zone }, fromWall, toWall).map((wall) =>
    // The first start may be at the second of two equal wall-clock times.
    wall === firstWall ? first : instantOf(wall, zone),
  )
}
