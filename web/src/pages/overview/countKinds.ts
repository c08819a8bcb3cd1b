import { type KindHealth } from '../../api/health/overview.ts'
import { type SuppressionReason } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { keysOf } from '../../ui/labels.ts'

const text = localize(
  {
    reasons: {
      MAINTENANCE: (n: number) => `${String(n)} en mantenimiento`,
      ONBOARDING: (n: number) => `${String(n)} en pruebas`,
      UPSTREAM: (n: number) => `${String(n)} por un fallo del que ${n === 1 ? 'depende' : 'dependen'}`,
    } satisfies Record<SuppressionReason, (n: number) => string>,
    waits: (n: number) => `${String(n)} aún ${n === 1 ? 'suprimido' : 'suprimidos'}`,
    not: (list: string, n: number) => `${list}, no ${n === 1 ? 'cuenta' : 'cuentan'}`,
  },
  {
    reasons: {
      MAINTENANCE: (n) => `${String(n)} in maintenance`,
      ONBOARDING: (n) => `${String(n)} under test`,
      UPSTREAM: (n) => `${String(n)} because of an upstream failure`,
    },
    waits: (n) => `${String(n)} still suppressed`,
    not: (list, n) => `${list}: ${n === 1 ? 'does' : 'do'} not count`,
  },
)

/** The subjects of a kind that count, by state. Subjects whose open incident is suppressed are not counted. */
export const countedStates = ({ stateCounts, suppressedCounts }: KindHealth) =>
  stateCounts.map(({ state, count }) => {
    const suppressed = sum(suppressedCounts.filter((entry) => entry.state === state))
    return { state, count: count - suppressed, hasSuppressed: suppressed > 0 }
  })

const reasons = [...keysOf(text.reasons), null]

/** A sentence about the subjects that do not count, with the number for each reason; null if all subjects count. */
export function suppressedText({ suppressedCounts }: KindHealth): string | null {
  const parts = reasons.flatMap((reason) => {
    const count = sum(suppressedCounts.filter((entry) => entry.reason === reason))
    if (count === 0) return []
    return reason === null ? text.waits(count) : text.reasons[reason](count)
  })
  return parts.length === 0 ? null : text.not(parts.join(', '), sum(suppressedCounts))
}

const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
