import { RefusalReason, ReportRefusal } from '../../../generated/prisma/enums.ts'

export { RefusalReason, ReportRefusal }

/**
 * Why telemetry is refused although its subject may be known: the code that is shown with its source, and a sentence
 * for its sender. `environment` is the one that it names, if that is the reason.
 */
export type Refusal = { reason: RefusalReason; message: string; environment?: string }

/**
 * Why a request was refused as a whole, with the values that its sentence names: the environment that was sent, or when
 * the token ended.
 */
export type RequestRefusal = { reason: ReportRefusal; values: { environment?: string; at?: string } }

/** How many observations, data points or spans were refused for a reason, and the environment that the last one named. */
export type RefusedCount = { reason: RefusalReason; count: number; environment: string | null }

/** Counts refusals by their reasons. */
export function countRefusals(refusals: readonly Refusal[]): RefusedCount[] {
  const counts = new Map<RefusalReason, RefusedCount>()
  for (const { reason, environment = null } of refusals)
    counts.set(reason, { reason, environment, count: (counts.get(reason)?.count ?? 0) + 1 })
  return [...counts.values()]
}
