import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { incidentQuery } from '../../api/incidents.ts'
import { useOutcome } from '../../incidents/useOutcome.tsx'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
import { Handling } from './Handling.tsx'
import { IncidentFacts } from './IncidentFacts.tsx'
import { IncidentTitle } from './IncidentTitle.tsx'
import classes from './IncidentPage.module.css'
import { Surroundings } from './Surroundings.tsx'
import { Timeline } from './Timeline.tsx'

const route = getRouteApi('/app/incidents/$id')

const text = words(
  {
    timeline: 'Qué ha pasado',
    unknown: 'No hay ningún incidente con este identificador',
    hint: 'Comprueba que la dirección esté completa, o búscalo entre todos los incidentes.',
  },
  {
    timeline: 'What has happened',
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
  const { outcome, tell } = useOutcome()
  if (!incident && error) return <Failure error={error} onRetry={() => void refetch()} />
  const above = <Link to="/incidents">{titles.incidents}</Link>
  if (incident === null) {
    return (
      <>
        <PageHeader above={above} title={titles.incident} />
        <Nothing title={text.unknown} hint={text.hint} />
      </>
    )
  }
  return (
    <>
      <IncidentTitle incident={incident} above={above} />
      {outcome}
      <div className={classes.columns}>
        <IncidentFacts incident={incident} />
        <div className={classes.beside}>
          {incident?.status !== 'RESOLVED' && <Handling incident={incident} onGone={tell} />}
          <Section title={text.timeline} busy={!incident}>
            <Timeline incident={incident} />
          </Section>
        </div>
      </div>
      {incident && <Surroundings key={incident.id} incident={incident} />}
    </>
  )
}
