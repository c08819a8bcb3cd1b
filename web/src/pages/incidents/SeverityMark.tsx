import { type IncidentRow } from '../../api/incidents.ts'
import { words } from '../../language.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { stateLabels } from '../../ui/words.ts'
import classes from './SeverityMark.module.css'

const text = words({ worst: (state: string) => `llegó a ${state}` }, { worst: (state) => `was ${state}` })

type Props = Pick<IncidentRow, 'severity' | 'maxSeverity' | 'resolvedAt'>

/**
 * The severity of an incident, and its maximum if it was worse before. Resolved incidents show only the maximum,
 * without emphasis.
 */
export function SeverityMark({ severity, maxSeverity, resolvedAt }: Props) {
  if (resolvedAt) return <span className={classes.over}>{stateLabels[maxSeverity]}</span>
  return (
    <>
      <StateMark state={severity} />
      {maxSeverity !== severity && <span className={classes.worst}>{text.worst(stateLabels[maxSeverity])}</span>}
    </>
  )
}
