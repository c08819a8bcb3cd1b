import { RefusalReason, ReportRefusal } from '../../../generated/prisma/enums.ts'

export { RefusalReason, ReportRefusal }

/**
 * The reason to refuse telemetry although its subject may be known: a code shown with the source, and a sentence for
 * the sender. `environment` is the environment that the telemetry names, if that is the reason.
 */
export type Refusal = { reason: RefusalReason; message: string; environment?: string }

/**
 * The reason why a request was refused as a whole, with the values in its sentence: the environment that was sent, or
 * the time when the token ended.
 */
export type RequestRefusal = { reason: ReportRefusal; values: { environment?: string; at?: string } }

/**
 * The number of observations, data points or spans refused for one reason, and the environment that the last of them
 * named.
 */
export type RefusedCount = { reason: RefusalReason; count: number; environment: string | null }

/** Counts refusals by their reasons. */
export function countRefusals(refusals: readonly Refusal[]): RefusedCount[] {
  const counts = new Map<RefusalReason, RefusedCount>()
  for (const { reason, environment = null } of refusals)
    counts.set(reason, { reason, environment, count: (counts.get(reason)?.count ?? 0) + 1 })
  return [...counts.values()]
}
