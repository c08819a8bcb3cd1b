import { useQuery } from '@tanstack/react-query'
import { incidentExamplesQuery } from '../../api/health/examples.ts'
import { type Incident } from '../../api/incidents/incidents.ts'
import { RequestExamples } from '../../examples/RequestExamples.tsx'
import { localize } from '../../i18n.ts'
import classes from './IncidentExamples.module.css'

const text = localize({ title: 'Qué peticiones fallaron' }, { title: 'Which requests failed' })

/** The failed and slow requests of an incident. */
export function IncidentExamples({ incident: { id, status } }: { incident: Incident }) {
  const result = useQuery(incidentExamplesQuery(id, status !== 'RESOLVED'))
  return (
    <div className={classes.section}>
      <RequestExamples title={text.title} result={result} />
    </div>
  )
}
