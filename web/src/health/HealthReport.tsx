import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../api/health/health.ts'
import { SubjectExamples } from '../examples/SubjectExamples.tsx'
import { type Kind } from '../generated/graphql.ts'
import { Dependencies } from '../subjects/Dependencies.tsx'
import { SubjectDetails } from '../subjects/SubjectDetails.tsx'
import { LoadError } from '../ui/feedback/LoadError.tsx'
import { HistorySection } from './charts/HistorySection.tsx'
import { CurrentStats } from './current/CurrentStats.tsx'
import classes from './HealthReport.module.css'
import { StateChanges } from './states/StateChanges.tsx'
import { SubjectIncidents } from './SubjectIncidents.tsx'
import { useWindow } from './charts/useWindow.ts'

/** The health of a subject: figures, traffic, errors and latency over time, states and incidents. */
export function HealthReport(subject: { kind: Kind; id: string }) {
  // The key resets the report, so that it never shows data of another subject.
  return <Report key={`${subject.kind} ${subject.id}`} {...subject} />
}

function Report({ kind, id }: { kind: Kind; id: string }) {
  const { data: health, error, refetch } = useQuery(healthQuery(kind, id))
  const [window, setWindow] = useWindow()
  if (!health && error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (health === null) return null
  return (
    <div className={classes.report}>
      <CurrentStats kind={kind} health={health} />
      {health && <SubjectDetails kind={kind} health={health} />}
      {health && <Dependencies kind={kind} id={id} name={health.name} isRetired={health.retiredAt !== null} />}
      <HistorySection kind={kind} id={id} health={health} window={window} onWindowChange={setWindow} />
      <div className={classes.pair}>
        <StateChanges health={health} window={window} />
        <SubjectIncidents kind={kind} id={id} />
      </div>
      <SubjectExamples kind={kind} id={id} />
    </div>
  )
}
