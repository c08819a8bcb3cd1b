import { type HistoryPoint } from '../../api/health/health.ts'
import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { formatPercent, formatInteger, formatTenths } from '../../format/formatNumber.ts'
import { type ChartRow } from './chartData.ts'
import { formatInterval } from './axisTicks.ts'
import classes from './ChartTooltip.module.css'
import { formatPercentile } from '../latencyText.ts'
import { kinds } from '../../subjects/kinds.ts'

const text = localize(
  {
    none: 'Sin muestras',
    budget: 'Límite',
    errors: 'Errores',
    expected: 'Esperadas (≥)',
    running: 'en curso',
    approximate: '≈ aproximado: duraciones contadas en tramos anchos',
  },
  {
    none: 'No samples',
    budget: 'Limit',
    errors: 'Errors',
    expected: 'Expected (≥)',
    running: 'under way',
    approximate: '≈ approximate: durations counted in wide ranges',
  },
)

/** The exact numbers of one step of a chart. */
export function ChartTooltip({ kind, row }: { kind: Kind; row: ChartRow | undefined }) {
  if (!row) return null
  const { step } = row
  const expected: Figure[] = step.expected === null ? [] : [[text.expected, formatTenths(step.expected)]]
  return (
    <div className={classes.tooltip} role="status">
      <p className={classes.time}>
        {formatInterval(step)}
        {step.isRunning && ` (${text.running})`}
      </p>
      {!step.point && <p>{text.none}</p>}
      <Lines lines={step.point ? [...figures(kind, step.point, step.budgetMs), ...expected] : expected} />
      {step.point?.latency.approximate && <p className={classes.note}>{text.approximate}</p>}
    </div>
  )
}

/** A name and its value. */
type Figure = readonly [string, string]

const figures = (kind: Kind, { latency, errorRate, requests }: HistoryPoint, budgetMs: number | null): Figure[] => [
  ['p99', `${formatPercentile(latency, 'p99')} ms`],
  ['p95', `${formatPercentile(latency, 'p95')} ms`],
  ['p50', `${formatPercentile(latency, 'p50')} ms`],
  ...(budgetMs === null ? [] : [[text.budget, `${formatInteger(budgetMs)} ms`] as const]),
  [text.errors, `${formatPercent(errorRate)} %`],
  [kinds[kind].requests.title, formatInteger(requests)],
]

const Lines = ({ lines }: { lines: readonly Figure[] }) => (
  <dl className={classes.lines}>
    {lines.map(([name, value]) => (
      <div key={name} className={classes.line}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
