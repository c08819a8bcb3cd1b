import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { incidentQuery } from '../../api/incidents/incidents.ts'
import { useStatusMessage } from '../../incidents/useStatusMessage.tsx'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { MissingPermission } from '../../permissions/MissingPermission.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { SuppressedIncidents } from '../../incidents/SuppressedIncidents.tsx'
import { HandlingPanel } from './handling/HandlingPanel.tsx'
import { IncidentExamples } from './IncidentExamples.tsx'
import { IncidentFacts } from './facts/IncidentFacts.tsx'
import { IncidentTitle } from './IncidentTitle.tsx'
import classes from './IncidentPage.module.css'
import { IncidentCharts } from './IncidentCharts.tsx'
import { IncidentAlerts } from './alerts/IncidentAlerts.tsx'
import { NoteForm } from './handling/NoteForm.tsx'
import { SuppressionNotice } from './SuppressionNotice.tsx'
import { Timeline } from './Timeline.tsx'

const route = getRouteApi('/app/incidents/$id')

const text = localize(
  {
    timeline: 'Qué ha pasado',
    suppresses: 'Incidentes que suprime',
    unknown: 'No hay ningún incidente con este identificador',
    hint: 'Comprueba que la dirección esté completa, o búscalo entre todos los incidentes.',
  },
  {
    timeline: 'What has happened',
    suppresses: 'Incidents that it suppresses',
    unknown: 'There is no incident with this id',
    hint: 'Check that the address is complete, or look for it among all incidents.',
  },
)

/** One incident: its status, cause, timeline and actions. */
export function IncidentPage() {
  const { id } = route.useParams()
  return <Page key={id} id={id} />
}

function Page({ id }: { id: string }) {
  const { data: incident, error, refetch } = useQuery(incidentQuery(id))
  const { statusMessage, setMessage } = useStatusMessage()
  if (!incident && error) return <LoadError error={error} onRetry={() => void refetch()} />
  const above = <Link to="/incidents">{pageTitles.incidents}</Link>
  if (incident === null) {
    return (
      <>
        <PageHeader above={above} title={pageTitles.incident} />
        <EmptyState title={text.unknown} hint={text.hint} />
      </>
    )
  }
  return (
    <>
      <IncidentTitle incident={incident} above={above} />
      <div className={classes.permission}>
        <MissingPermission permission="acknowledge:Incident" />
      </div>
      {incident && <SuppressionNotice incident={incident} />}
      {statusMessage}
      <div className={classes.columns}>
        <div className={classes.beside}>
          <IncidentFacts incident={incident} />
          {incident && incident.suppresses.length > 0 && (
            <Section title={text.suppresses} aside={String(incident.suppresses.length)}>
              <SuppressedIncidents incidents={incident.suppresses} />
            </Section>
          )}
        </div>
        <div className={classes.beside}>
          {incident?.status !== 'RESOLVED' && <HandlingPanel incident={incident} onResolved={setMessage} />}
          <Section title={text.timeline} busy={!incident}>
            <Timeline incident={incident} />
            {incident && <NoteForm id={incident.id} />}
          </Section>
          <IncidentAlerts incident={incident} />
        </div>
      </div>
      {incident && <IncidentExamples incident={incident} />}
      {incident && <IncidentCharts key={incident.id} incident={incident} />}
    </>
  )
}
