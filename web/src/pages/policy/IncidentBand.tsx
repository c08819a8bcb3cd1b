import { type PolicyOutcome } from '../../api/health/policy.ts'
import { formatInterval } from '../../health/charts/axisTicks.ts'
import { stateLabels } from '../../health/labels.ts'
import { outcomeText } from './comparisonText.ts'
import classes from './IncidentBand.module.css'

type Props = { title: string; outcome: PolicyOutcome; period: { from: number; to: number } }

/** Incidents over time, aligned with the charts below; the totals stand beside the title. */
export function IncidentBand({ title, outcome, period }: Props) {
  const { from, to } = period
  const share = (ms: number) => `${String((100 * ms) / (to - from))}%`
  const visible = outcome.incidents
    .map(({ openedAt, resolvedAt, severity }) => ({
      severity,
      from: Math.max(Date.parse(openedAt), from),
      to: Math.min(resolvedAt ? Date.parse(resolvedAt) : to, to),
    }))
    .filter((incident) => incident.to > incident.from)
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span className={classes.title}>{title}</span> {outcomeText(outcome)}
      </figcaption>
      <div className={classes.bar} role="img" aria-label={`${title}: ${outcomeText(outcome)}`}>
        {visible.map((incident) => (
          <span
            key={incident.from}
            className={classes.incident}
            data-severity={incident.severity}
            title={`${stateLabels[incident.severity]}, ${formatInterval(incident)}`}
            style={{ left: share(incident.from - from), width: share(incident.to - incident.from) }}
          />
        ))}
      </div>
    </figure>
  )
}
