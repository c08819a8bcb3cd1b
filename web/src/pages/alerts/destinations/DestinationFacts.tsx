import { type Destination } from '../../../api/incidents/destinations.ts'
import { formatPeriod } from '../../../format/formatPeriod.ts'
import { reasonText } from '../../../health/reasonText.ts'
import { StateBadge } from '../../../health/states/StateBadge.tsx'
import { SubjectLink } from '../../../health/SubjectLink.tsx'
import { localize } from '../../../i18n.ts'
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { commonLabels } from '../../../ui/labels.ts'
import { filterText } from '../filterText.ts'
import { formatHour } from './formatHour.ts'
import { eventLabels, groupLabels } from '../labels.ts'

const text = localize(
  {
    title: 'Configuración',
    names: [
      'Estado',
      'Recibe',
      'Otros sucesos',
      'En un mensaje',
      'Espera inicial',
      'Entre mensajes',
      'Se repite',
      'Solo si nadie lo atiende en',
      'Avisa al resolverse',
      'Idioma',
      'Resumen diario',
      'Secreto cambiado',
      'Alta',
    ],
    history: 'Ver su historial',
    never: 'Nunca',
    allEvents: 'Todos',
    noEvents: 'Ninguno',
    every: (time: string) => `Cada ${time}, si nadie lo atiende`,
    atLeast: (time: string) => `${time} al menos`,
    languages: { es: 'Español', en: 'Inglés' },
  },
  {
    title: 'Settings',
    names: [
      'State',
      'Receives',
      'Other events',
      'In one message',
      'Initial wait',
      'Between messages',
      'Repeats',
      'Only if unassigned for',
      'Tells resolutions',
      'Language',
      'Daily digest',
      'Secret rotated',
      'Added',
    ],
    history: 'See its history',
    never: 'Never',
    allEvents: 'All',
    noEvents: 'None',
    every: (time) => `Every ${time}, while unassigned`,
    atLeast: (time) => `At least ${time}`,
    languages: { es: 'Spanish', en: 'English' },
  },
)

/** The health and the settings of a destination. */
export function DestinationFacts({ destination }: { destination: Destination | undefined }) {
  return (
    <Section title={text.title} busy={!destination}>
      <DescriptionList names={text.names} values={destination && facts(destination)} />
    </Section>
  )
}

const facts = (destination: Destination) => [
  <Health key="health" health={destination.health} />,
  filterText(destination.filter),
  eventsText(destination),
  groupLabels[destination.groupBy],
  formatPeriod(destination.waitSeconds),
  text.atLeast(formatPeriod(destination.intervalSeconds)),
  destination.repeatSeconds === null ? text.never : text.every(formatPeriod(destination.repeatSeconds)),
  destination.onlyUnacknowledgedAfterSeconds === null ? null : formatPeriod(destination.onlyUnacknowledgedAfterSeconds),
  destination.tellsResolved ? commonLabels.yes : commonLabels.no,
  languageName(destination.language),
  destination.digestHour === null ? null : formatHour(destination.digestHour, destination.digestZone ?? ''),
  destination.rotatedAt === null ? null : <Timestamp key="rotated" at={destination.rotatedAt} />,
  <Timestamp key="added" at={destination.createdAt} />,
]

function Health({ health }: Pick<Destination, 'health'>) {
  return (
    <>
      <StateBadge state={health.state} />{' '}
      <SubjectLink kind="INTEGRACIONES" id={health.id}>
        {reasonText(health) ?? text.history}
      </SubjectLink>
    </>
  )
}

function eventsText({ type, events }: Destination): string | null {
  if (type !== 'WEBHOOK') return null
  if (events === null) return text.allEvents
  return events.map((event) => eventLabels[event]).join(', ') || text.noEvents
}

const languageName = (code: string): string => (code === 'en' ? text.languages.en : text.languages.es)
