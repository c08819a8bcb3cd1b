import { type Destination } from '../../../api/incidents/destinations.ts'
import { formatPeriod } from '../../../format/formatPeriod.ts'
import { StateBadge } from '../../../health/states/StateBadge.tsx'
import { SubjectLink } from '../../../health/SubjectLink.tsx'
import { localize } from '../../../i18n.ts'
import { DescriptionList, type Fact, itemsOf } from '../../../ui/display/DescriptionList.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { commonLabels } from '../../../ui/labels.ts'
import { filterText } from '../filterText.ts'
import { formatHour } from './formatHour.ts'
import { eventLabels, groupLabels } from '../labels.ts'

const text = localize(
  {
    title: 'Configuración',
    names: {
      state: 'Estado',
      filter: 'Recibe',
      events: 'Otros sucesos',
      group: 'En un mensaje',
      wait: 'Espera inicial',
      interval: 'Entre mensajes',
      repeat: 'Se repite',
      onlyUnacknowledged: 'Solo si nadie lo atiende en',
      resolutions: 'Avisa al resolverse',
      language: 'Idioma',
      digest: 'Resumen diario',
      rotated: 'Secreto cambiado',
      added: 'Alta',
    },
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
    names: {
      state: 'State',
      filter: 'Receives',
      events: 'Other events',
      group: 'In one message',
      wait: 'Initial wait',
      interval: 'Between messages',
      repeat: 'Repeats',
      onlyUnacknowledged: 'Only if unassigned for',
      resolutions: 'Tells resolutions',
      language: 'Language',
      digest: 'Daily digest',
      rotated: 'Secret rotated',
      added: 'Added',
    },
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
      <DescriptionList items={itemsOf(facts, destination)} />
    </Section>
  )
}

const { names } = text

const facts: readonly Fact<Destination>[] = [
  { name: names.state, valueOf: ({ health }) => <Health health={health} /> },
  { name: names.filter, valueOf: ({ filter }) => filterText(filter) },
  { name: names.events, valueOf: eventsText },
  { name: names.group, valueOf: ({ groupBy }) => groupLabels[groupBy] },
  { name: names.wait, valueOf: ({ waitSeconds }) => formatPeriod(waitSeconds) },
  { name: names.interval, valueOf: ({ intervalSeconds }) => text.atLeast(formatPeriod(intervalSeconds)) },
  {
    name: names.repeat,
    valueOf: ({ repeatSeconds }) => (repeatSeconds === null ? text.never : text.every(formatPeriod(repeatSeconds))),
  },
  {
    name: names.onlyUnacknowledged,
    valueOf: ({ onlyUnacknowledgedAfterSeconds: seconds }) => (seconds === null ? null : formatPeriod(seconds)),
  },
  { name: names.resolutions, valueOf: ({ tellsResolved }) => (tellsResolved ? commonLabels.yes : commonLabels.no) },
  { name: names.language, valueOf: ({ language }) => languageName(language) },
  {
    name: names.digest,
    valueOf: ({ digestHour, digestZone }) => (digestHour === null ? null : formatHour(digestHour, digestZone ?? '')),
  },
  { name: names.rotated, valueOf: ({ rotatedAt }) => rotatedAt && <Timestamp at={rotatedAt} /> },
  { name: names.added, valueOf: ({ createdAt }) => <Timestamp at={createdAt} /> },
]

function Health({ health }: Pick<Destination, 'health'>) {
  return (
    <>
      <StateBadge state={health.state} />{' '}
      <SubjectLink kind="INTEGRACIONES" id={health.id}>
        {health.reason ?? text.history}
      </SubjectLink>
    </>
  )
}

function eventsText({ channel, events }: Destination): string | null {
  if (!channel.takesEvents) return null
  if (events === null) return text.allEvents
  return events.map((event) => eventLabels[event]).join(', ') || text.noEvents
}

const languageName = (code: string): string => (code === 'en' ? text.languages.en : text.languages.es)
