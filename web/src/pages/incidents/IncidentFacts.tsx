import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Incident } from '../../api/incidents.ts'
import { words } from '../../language.ts'
import { Facts } from '../../ui/Facts.tsx'
import { reasonOf } from '../../ui/reasons.ts'
import { Section } from '../../ui/Section.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import { When } from '../../ui/When.tsx'
import { kindOfOne } from '../../ui/words.ts'
import classes from './IncidentFacts.module.css'
import { Lasting } from './Lasting.tsx'
import { resolutionSentences } from './words.ts'

const text = words(
  {
    title: 'Por qué',
    noData: 'Ya no llegan datos. El silencio no cierra un incidente: sigue abierto hasta que haya muestras buenas.',
    names: ['Tipo', 'Gravedad', 'Gravedad máxima', 'Se abrió', 'Duración', 'Anterior'],
    endNames: ['Terminó', 'Lo atendió'],
    nobody: 'nadie',
    first: 'es el primero',
  },
  {
    title: 'Why',
    noData: 'No data arrives any more. Silence does not end an incident: it stays open until there are good samples.',
    names: ['Kind', 'Severity', 'Worst severity', 'Opened', 'Lasted', 'Previous one'],
    endNames: ['Ended', 'Was attended by'],
    nobody: 'nobody',
    first: 'it is the first',
  },
)

/** The numbers that caused an incident, and its other details. */
export function IncidentFacts({ incident }: { incident: Incident | undefined }) {
  return (
    <Section title={text.title} busy={!incident}>
      <div className={classes.reason}>
        {incident ? <p>{reasonOf(incident)}</p> : <Skeleton height={12} width="80%" my={4} />}
        {incident?.noData && <p className={classes.noData}>{text.noData}</p>}
        {incident?.resolution && <p className={classes.end}>{resolutionSentences[incident.resolution]}</p>}
      </div>
      <div className={classes.facts}>
        <Facts
          names={incident?.resolvedAt ? [...text.names, ...text.endNames] : text.names}
          values={incident && [...valuesOf(incident), ...endOf(incident)]}
        />
      </div>
    </Section>
  )
}

const valuesOf = ({ kind, severity, maxSeverity, openedAt, resolvedAt, previous }: Incident) => [
  kindOfOne[kind],
  <StateMark key="severity" state={severity} />,
  <StateMark key="worst" state={maxSeverity} />,
  <When key="opened" at={openedAt} />,
  <Lasting key="lasted" from={openedAt} to={resolvedAt} />,
  previous ? <Previous key="previous" previous={previous} /> : text.first,
]

// Another section of the page shows who handles an open incident.
const endOf = ({ resolvedAt, acknowledgedBy }: Incident) =>
  resolvedAt ? [<When key="ended" at={resolvedAt} />, acknowledgedBy ?? text.nobody] : []

function Previous({ previous: { id, openedAt } }: { previous: NonNullable<Incident['previous']> }) {
  const now = useNow()
  return (
    <Link to="/incidents/$id" params={{ id }} className={classes.previous}>
      <time dateTime={openedAt}>{showTime(openedAt, now)}</time>
    </Link>
  )
}
