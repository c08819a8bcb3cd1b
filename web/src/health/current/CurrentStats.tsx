import { Skeleton } from '@mantine/core'
import { type Health } from '../../api/health/health.ts'
import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { formatPercent, formatRounded } from '../../format/formatNumber.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { NO_VALUE } from '../../format/noValue.ts'
import classes from './CurrentStats.module.css'
import { BudgetLines } from './BudgetLines.tsx'
import { CurrentState } from './CurrentState.tsx'
import { Decision } from './Decision.tsx'
import { formatPercentile } from '../latencyText.ts'
import { TimerLines } from './TimerLines.tsx'
import { kinds } from '../../subjects/kinds.ts'

const text = localize(
  {
    title: 'Ahora',
    period: 'en los últimos 5 minutos',
    errors: 'Errores',
    half: 'la mitad tarda menos',
    mostOfThem: 'el 95 % tarda menos',
    nearlyAll: 'el 99 % tarda menos',
    bad: '% de operaciones fallidas',
    approximate:
      '≈: los percentiles son aproximados. Un servicio envía las duraciones ya contadas por tramos, y alguno de los que los deciden es más ancho que la cuarta parte de su valor.',
  },
  {
    title: 'Now',
    period: 'over the last 5 minutes',
    errors: 'Errors',
    half: 'half take less',
    mostOfThem: '95% take less',
    nearlyAll: '99% take less',
    bad: '% of operations failed',
    approximate:
      '≈: the percentiles are approximate. A service sends durations that are already counted in ranges, and one that decides them is wider than a quarter of its value.',
  },
)

/** The current health of a subject: its figures, its state, and the numbers behind that state. */
export function CurrentStats({ kind, health }: { kind: Kind; health: Health | undefined }) {
  const { latency, errorRate } = health ?? {}
  return (
    <Section title={text.title} aside={text.period} busy={!health}>
      <dl className={classes.stats}>
        <Stat name="p50" description={text.half} value={formatPercentile(latency, 'p50')} unit="ms" health={health} />
        <Stat
          name="p95"
          description={text.mostOfThem}
          value={formatPercentile(latency, 'p95')}
          unit="ms"
          health={health}
        />
        <Stat
          name="p99"
          description={text.nearlyAll}
          value={formatPercentile(latency, 'p99')}
          unit="ms"
          health={health}
        />
        <Stat name={text.errors} description={text.bad} value={formatPercent(errorRate)} unit="%" health={health} />
        <Stat
          name={kinds[kind].requests.title}
          description={kinds[kind].requests.mean}
          value={formatRounded(health?.requestsPerMinute)}
          unit="/min"
          health={health}
        />
      </dl>
      {latency?.approximate && <p className={classes.note}>{text.approximate}</p>}
      {health && <BudgetLines policy={health.policy.effective} />}
      <CurrentState health={health} />
      {health && <TimerLines health={health} />}
      <Decision subject={health} />
    </Section>
  )
}

type Props = { name: string; description: string; value: string; unit: string; health: Health | undefined }

function Stat({ name, description, value, unit, health }: Props) {
  return (
    <div className={classes.stat}>
      <dt>{name}</dt>
      <dd>
        {health ? (
          <span className={classes.value}>
            {value}
            {value !== NO_VALUE && <span className={classes.unit}> {unit}</span>}
          </span>
        ) : (
          <Skeleton height={20} width={72} my={5} />
        )}
        <span className={classes.description}>{description}</span>
      </dd>
    </div>
  )
}
