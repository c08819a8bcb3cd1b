import { type IncidentRow } from '../../api/incidents/incidents.ts'
import { localize } from '../../i18n.ts'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { stateLabels } from '../../health/labels.ts'
import classes from './SeverityBadge.module.css'

const text = localize({ worst: (state: string) => `llegó a ${state}` }, { worst: (state) => `was ${state}` })

type Props = Pick<IncidentRow, 'severity' | 'maxSeverity' | 'resolvedAt'>

/**
 * The severity of an incident, and its maximum if it was worse before. Resolved incidents show only the maximum,
 * without emphasis.
 */
export function SeverityBadge({ severity, maxSeverity, resolvedAt }: Props) {
  if (resolvedAt) return <span className={classes.resolved}>{stateLabels[maxSeverity]}</span>
  return (
    <>
      <StateBadge state={severity} />
      {maxSeverity !== severity && <span className={classes.worst}>{text.worst(stateLabels[maxSeverity])}</span>}
    </>
  )
}
