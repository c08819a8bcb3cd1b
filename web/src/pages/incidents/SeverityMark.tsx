import { type IncidentRow } from '../../api/incidents.ts'
import { words } from '../../language.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { stateLabels } from '../../ui/words.ts'
import classes from './SeverityMark.module.css'

const text = words({ worst: (state: string) => `llegó a ${state}` }, { worst: (state) => `was ${state}` })

type Props = Pick<IncidentRow, 'severity' | 'maxSeverity' | 'resolvedAt'>

/** How bad an incident is, and where it was worse before, that too. One that is over says quietly how bad it was. */
export function SeverityMark({ severity, maxSeverity, resolvedAt }: Props) {
  if (resolvedAt) return <span className={classes.over}>{stateLabels[maxSeverity]}</span>
  return (
    <>
      <StateMark state={severity} />
      {maxSeverity !== severity && <span className={classes.worst}>{text.worst(stateLabels[maxSeverity])}</span>}
    </>
  )
}
