import { Link } from '@tanstack/react-router'
import { type Incident } from '../../../api/incidents/incidents.ts'
import { localize } from '../../../i18n.ts'
import { DescriptionList, type Fact, itemsOf } from '../../../ui/display/DescriptionList.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { StateBadge } from '../../../health/states/StateBadge.tsx'
import { formatTime } from '../../../format/formatTime.ts'
import { useNow } from '../../../ui/useNow.ts'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { RunbookLink } from '../../../subjects/RunbookLink.tsx'
import classes from './IncidentFacts.module.css'
import { Duration } from '../Duration.tsx'
import { IncidentCauses } from './IncidentCauses.tsx'
import { PresentHealth } from './PresentHealth.tsx'
import { resolutions } from '../../../incidents/resolutions.ts'
import { kindNames } from '../../../subjects/kinds.ts'

const text = localize(
  {
    title: 'Por qué',
    noData: 'Ya no llegan datos. El incidente sigue abierto hasta que haya muestras correctas.',
    names: {
      kind: 'Tipo',
      severity: 'Gravedad',
      maxSeverity: 'Gravedad máxima',
      opened: 'Se abrió',
      duration: 'Duración',
      previous: 'Anterior',
      owner: 'Responsable',
      runbook: 'Guía',
      ended: 'Terminó',
      handler: 'Lo atendió',
    },
    nobody: 'Sin asignar',
    first: 'Sin incidentes anteriores',
  },
  {
    title: 'Why',
    noData: 'Data stopped arriving. The incident stays open until there are good samples.',
    names: {
      kind: 'Kind',
      severity: 'Severity',
      maxSeverity: 'Worst severity',
      opened: 'Opened',
      duration: 'Duration',
      previous: 'Previous one',
      owner: 'Owner',
      runbook: 'Runbook',
      ended: 'Ended',
      handler: 'Assigned to',
    },
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
      {incident?.resolution && <p className={classes.end}>{resolutions[incident.resolution].sentence}</p>}
      {incident?.noData && <p className={classes.noData}>{text.noData}</p>}
      <div className={classes.facts}>
        <DescriptionList items={itemsOf(incident?.resolvedAt ? [...facts, ...endFacts] : facts, incident)} />
      </div>
    </Section>
  )
}

const { names } = text

const facts: readonly Fact<Incident>[] = [
  { name: names.kind, valueOf: ({ kind }) => kindNames[kind].one },
  { name: names.severity, valueOf: ({ severity }) => <StateBadge state={severity} /> },
  { name: names.maxSeverity, valueOf: ({ maxSeverity }) => <StateBadge state={maxSeverity} /> },
  { name: names.opened, valueOf: ({ openedAt }) => <Timestamp at={openedAt} /> },
  { name: names.duration, valueOf: ({ openedAt, resolvedAt }) => <Duration from={openedAt} to={resolvedAt} /> },
  { name: names.previous, valueOf: ({ previous }) => (previous ? <Previous previous={previous} /> : text.first) },
  { name: names.owner, valueOf: ({ subject: { owner } }) => owner },
  { name: names.runbook, valueOf: ({ subject: { runbookUrl } }) => runbookUrl && <RunbookLink url={runbookUrl} /> },
]

// Another section of the page shows who handles an open incident.
const endFacts: readonly Fact<Incident>[] = [
  { name: names.ended, valueOf: ({ resolvedAt }) => resolvedAt && <Timestamp at={resolvedAt} /> },
  { name: names.handler, valueOf: ({ acknowledgedBy }) => acknowledgedBy ?? text.nobody },
]

function Previous({ previous: { id, openedAt } }: { previous: NonNullable<Incident['previous']> }) {
  const now = useNow()
  return (
    <Link to="/incidents/$id" params={{ id }} className={classes.previous}>
      <time dateTime={openedAt}>{formatTime(openedAt, now)}</time>
    </Link>
  )
}
