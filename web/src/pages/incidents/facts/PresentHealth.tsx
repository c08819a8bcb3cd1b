import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type Health, healthQuery } from '../../../api/health/health.ts'
import { type Incident } from '../../../api/incidents/incidents.ts'
import { type Kind } from '../../../generated/graphql.ts'
import { CurrentState } from '../../../health/current/CurrentState.tsx'
import { formatPercentile } from '../../../health/latencyText.ts'
import { TimerLines } from '../../../health/current/TimerLines.tsx'
import { localize } from '../../../i18n.ts'
import { formatPercent, formatRounded } from '../../../format/formatNumber.ts'
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx'
import classes from './PresentHealth.module.css'
import { kinds } from '../../../subjects/kinds.ts'

const text = localize(
  { title: 'Ahora', period: 'en los últimos 5 minutos', errors: 'Errores', p95: 'p95' },
  { title: 'Now', period: 'over the last 5 minutes', errors: 'Errors', p95: 'p95' },
)

/** The present state and figures of the subject of an open incident, and the condition for closing the incident. */
export function PresentHealth({ incident: { kind, subject } }: { incident: Incident }) {
  const titleId = useId()
  const { data: health } = useQuery(healthQuery(kind, subject.id))
  // A retired subject is not evaluated.
  if (health === null || health?.retiredAt) return null
  return (
    <div className={classes.present} role="group" aria-labelledby={titleId} aria-busy={!health}>
      <h3 id={titleId} className={classes.title}>
        {text.title}
      </h3>
      <span className={classes.period}>{text.period}</span>
      <CurrentState health={health} hasLink={false} />
      <DescriptionList items={figures(kind, health)} />
      {health && <TimerLines health={health} />}
    </div>
  )
}

const figures = (kind: Kind, health: Health | undefined) => [
  { name: text.errors, value: health && (health.errorRate === null ? null : `${formatPercent(health.errorRate)} %`) },
  { name: text.p95, value: health?.latency && `${formatPercentile(health.latency, 'p95')} ms` },
  { name: kinds[kind].requests.title, value: health && `${formatRounded(health.requestsPerMinute)}/min` },
]
