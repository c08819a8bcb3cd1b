import { invalidField } from '../../lib/errors.ts'

/** A period that an operator plans. */
export type PlannedTime = { startsAt: Date; endsAt: Date }

const dayMs = 86_400_000
const maxDays = 90
const maxDaysAhead = 5 * 366

/**
 * Checks that a period is not over, not empty, and neither too long nor too far ahead.
 * @throws DomainError INVALID_INPUT
 */
export function requirePlannedTime({ startsAt, endsAt }: PlannedTime, at: Date): void {
  const [start, end, now] = [startsAt.getTime(), endsAt.getTime(), at.getTime()]
  if (end <= start) throw invalidField('endsAt', 'The end must come after the start.')
  if (end <= now) throw invalidField('endsAt', 'The end must lie in the future.')
  if (end - start > maxDays * dayMs) throw invalidField('endsAt', `It must last at most ${maxDays} days.`)
  if (start - now > maxDaysAhead * dayMs)
    throw invalidField('startsAt', 'The start must be less than five years ahead.')
}
