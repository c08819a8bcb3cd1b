import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../../api/health.ts'
import { type Kind } from '../../generated/graphql.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Evolution } from './Evolution.tsx'
import { Figures } from './Figures.tsx'
import classes from './HealthReport.module.css'
import { StateChanges } from './StateChanges.tsx'
import { SubjectIncidents } from './SubjectIncidents.tsx'
import { useWindow } from './useWindow.ts'

/** The health of a subject: figures, traffic, errors and latency over time, states and incidents. */
export function HealthReport(subject: { kind: Kind; id: string }) {
  // The key resets the report, so that it never shows data of another subject.
  return <Report key={`${subject.kind} ${subject.id}`} {...subject} />
}

function Report({ kind, id }: { kind: Kind; id: string }) {
  const { data: health, error, refetch } = useQuery(healthQuery(kind, id))
  const [window, look] = useWindow()
  if (!health && error) return <Failure error={error} onRetry={() => void refetch()} />
  if (health === null) return null
  return (
    <div className={classes.report}>
      <Figures kind={kind} health={health} />
      <Evolution kind={kind} id={id} health={health} window={window} onLook={look} />
      <div className={classes.pair}>
        <StateChanges health={health} window={window} />
        <SubjectIncidents kind={kind} id={id} />
      </div>
    </div>
  )
}
