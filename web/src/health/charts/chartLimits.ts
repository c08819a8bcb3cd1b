import { type Health } from '../../api/health/health.ts'
import { localize } from '../../i18n.ts'
import { formatInteger, formatPercent } from '../../format/formatNumber.ts'
import { type ChartLimit } from './Chart.tsx'
import { stateLabels } from '../labels.ts'
import { type Span } from './timeSteps.ts'

/** The thresholds of the health rule that the charts show. */
export type ChartThresholds = Health['policy']['effective']

const text = localize(
  {
    slow: (ms: string) => `lenta desde ${ms} ms`,
    from: (state: string, rate: string) => `${state} desde ${rate} %`,
    expected: 'al menos las esperadas, según lo aprendido hasta ahora',
  },
  {
    slow: (ms) => `slow from ${ms} ms`,
    from: (state, rate) => `${state} from ${rate} %`,
    expected: 'expected at least, as learned by now',
  },
)

/**
 * The limits of the latency and error charts; empty while the thresholds are loading. The present latency budget is
 * only named.
 */
export function chartLimits(thresholds: ChartThresholds | undefined): { latency: ChartLimit[]; errors: ChartLimit[] } {
  if (!thresholds) return { latency: [], errors: [] }
  const { degradedEnter, failingEnter } = thresholds
  const slowBudgetMs = thresholds.budget?.budgetMs ?? thresholds.slowBudgetMs
  return {
    latency: [{ value: null, label: text.slow(formatInteger(slowBudgetMs)), line: 'degraded' }],
    errors: [
      errorLimit(degradedEnter, stateLabels.DEGRADADO, 'degraded'),
      errorLimit(failingEnter, stateLabels.FALLANDO, 'failing'),
    ],
  }
}

function errorLimit(share: number, state: string, line: ChartLimit['line']): ChartLimit {
  return { value: share * 100, label: text.from(state, formatPercent(share * 100)), line }
}

/** The name of the line of expected requests, if there is such a line. */
export const trafficLimits = ({ steps }: Span): ChartLimit[] =>
  steps.some(({ expected }) => expected !== null) ? [{ value: null, label: text.expected, line: 'expected' }] : []

/**
 * Minimum ratio of the largest latency to a budget for the axis to include the budget. With a smaller ratio, the curves
 * would be flat.
 */
const VISIBLE_PART = 0.25

/** The value that the latency axis must reach: the largest latency, and the budgets that are not far above it. */
export function latencyTop({ steps }: Span): number {
  const maxLatencyMs = steps.reduce((max, { point }) => Math.max(max, point?.latency.p99 ?? 0), 0)
  const visible = steps.flatMap(({ budgetMs }) => budgetMs ?? []).filter((ms) => maxLatencyMs >= ms * VISIBLE_PART)
  return visible.reduce((most, ms) => Math.max(most, ms), maxLatencyMs)
}

/** The value that the error axis must reach: the largest error rate, and the lower limit. */
export const errorTop = (max: number, [lower]: readonly ChartLimit[]): number => Math.max(max, lower?.value ?? 0)
