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
  if (end <= start) throw invalidField('endsAt', { code: 'END_BEFORE_START', parameters: {} })
  if (end <= now) throw invalidField('endsAt', { code: 'END_IN_PAST', parameters: {} })
  if (end - start > maxDays * dayMs)
    throw invalidField('endsAt', { code: 'PERIOD_TOO_LONG', parameters: { max: maxDays } })
  if (start - now > maxDaysAhead * dayMs) throw invalidField('startsAt', { code: 'START_TOO_FAR', parameters: {} })
}
