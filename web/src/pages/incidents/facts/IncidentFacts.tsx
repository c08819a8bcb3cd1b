import { Link } from '@tanstack/react-router'
import { type Incident } from '../../../api/incidents/incidents.ts'
import { localize } from '../../../i18n.ts'
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { StateBadge } from '../../../health/states/StateBadge.tsx'
import { formatTime } from '../../../format/formatTime.ts'
import { useNow } from '../../../ui/useNow.ts'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { RunbookLink } from '../../../subjects/RunbookLink.tsx'
import { singularKindLabels } from '../../../health/labels.ts'
import classes from './IncidentFacts.module.css'
import { Duration } from '../Duration.tsx'
import { IncidentCauses } from './IncidentCauses.tsx'
import { PresentHealth } from './PresentHealth.tsx'
import { resolutionTexts } from '../labels.ts'

const text = localize(
  {
    title: 'Por qué',
    noData: 'Ya no llegan datos. El incidente sigue abierto hasta que haya muestras correctas.',
    names: ['Tipo', 'Gravedad', 'Gravedad máxima', 'Se abrió', 'Duración', 'Anterior', 'Responsable', 'Guía'],
    endNames: ['Terminó', 'Lo atendió'],
    nobody: 'Sin asignar',
    first: 'Sin incidentes anteriores',
  },
  {
    title: 'Why',
    noData: 'Data stopped arriving. The incident stays open until there are good samples.',
    names: ['Kind', 'Severity', 'Worst severity', 'Opened', 'Duration', 'Previous one', 'Owner', 'Runbook'],
    endNames: ['Ended', 'Assigned to'],
    nobody: 'Unassigned',
    first: 'No earlier incidents',
  },
)

/** The numbers that caused an incident, and its other details. */
export function IncidentFacts({ incident }: { incident: Incident | undefined }) {
  return (
    <Section title={text.title} busy={!incident}>
      <IncidentCauses incident={incident} />
      {incident && !incident.resolution && <PresentHealth incident={incident} />}
      {incident?.resolution && <p className={classes.end}>{resolutionTexts[incident.resolution]}</p>}
      {incident?.noData && <p className={classes.noData}>{text.noData}</p>}
      <div className={classes.facts}>
        <DescriptionList
          names={incident?.resolvedAt ? [...text.names, ...text.endNames] : text.names}
          values={incident && [...incidentDetails(incident), ...endDetails(incident)]}
        />
      </div>
    </Section>
  )
}

const incidentDetails = ({ kind, severity, maxSeverity, openedAt, resolvedAt, previous, subject }: Incident) => [
  singularKindLabels[kind],
  <StateBadge key="severity" state={severity} />,
  <StateBadge key="worst" state={maxSeverity} />,
  <Timestamp key="opened" at={openedAt} />,
  <Duration key="lasted" from={openedAt} to={resolvedAt} />,
  previous ? <Previous key="previous" previous={previous} /> : text.first,
  subject.owner,
  subject.runbookUrl && <RunbookLink key="runbook" url={subject.runbookUrl} />,
]

// Another section of the page shows who handles an open incident.
const endDetails = ({ resolvedAt, acknowledgedBy }: Incident) =>
  resolvedAt ? [<Timestamp key="ended" at={resolvedAt} />, acknowledgedBy ?? text.nobody] : []

function Previous({ previous: { id, openedAt } }: { previous: NonNullable<Incident['previous']> }) {
  const now = useNow()
  return (
    <Link to="/incidents/$id" params={{ id }} className={classes.previous}>
      <time dateTime={openedAt}>{formatTime(openedAt, now)}</time>
    </Link>
  )
}
