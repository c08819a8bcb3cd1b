import { type Destination } from '../../api/incidents/destinations.ts'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { localize } from '../../i18n.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import { StatusDot } from '../../ui/display/StatusDot.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { useNow } from '../../ui/useNow.ts'
import classes from './columns.module.css'
import { deliveryStatuses } from './labels.ts'
import { TestDestination } from './destinations/TestDestination.tsx'
import { filterText } from './filterText.ts'
import { waitEnd } from './waitEnd.ts'

const text = localize(
  {
    destination: 'Destino',
    type: 'Tipo',
    receives: 'Recibe',
    health: 'Estado',
    last: 'Último envío',
    actions: 'Acciones',
    disabled: 'Desactivado',
    waits: (time: string) => `En espera hasta ${time}`,
  },
  {
    destination: 'Destination',
    type: 'Type',
    receives: 'Receives',
    health: 'State',
    last: 'Last delivery',
    actions: 'Actions',
    disabled: 'Disabled',
    waits: (time) => `Waits until ${time}`,
  },
)

/** Columns of the list of destinations. */
export const destinationColumns: readonly Column<Destination>[] = [
  { id: 'destination', title: text.destination, wide: true, cell: (destination) => <Name destination={destination} /> },
  { id: 'type', isClear: true, title: text.type, width: 150, cell: ({ channel }) => channel.label },
  { id: 'receives', title: text.receives, cell: ({ filter }) => filterText(filter) },
  {
    id: 'health',
    isClear: true,
    title: text.health,
    width: 130,
    cell: (destination) => <Health destination={destination} />,
  },
  {
    id: 'last',
    title: text.last,
    width: 190,
    cell: ({ lastDelivery }) => (lastDelivery ? <LastDelivery delivery={lastDelivery} /> : NO_VALUE),
  },
  {
    id: 'actions',
    title: text.actions,
    isTitleHidden: true,
    width: 110,
    wide: 'last',
    cell: (destination) => <TestDestination destination={destination} />,
  },
]

function Name({ destination: { id, name, target } }: { destination: Destination }) {
  return (
    <>
      <RowLink to="/alerts/$id" params={{ id }}>
        {name}
      </RowLink>
      <span className={classes.target}>{target}</span>
    </>
  )
}

function Health({ destination }: { destination: Destination }) {
  const { enabled, health } = destination
  const end = waitEnd(destination, useNow())
  if (!enabled) return <StatusDot tone="quiet">{text.disabled}</StatusDot>
  return (
    <>
      <StateBadge state={health.state} />
      {end !== null && <span className={classes.target}>{text.waits(end)}</span>}
    </>
  )
}

function LastDelivery({ delivery: { status, createdAt } }: { delivery: NonNullable<Destination['lastDelivery']> }) {
  const { label, tone } = deliveryStatuses[status]
  return (
    <span className={classes.last}>
      <StatusDot tone={tone}>{label}</StatusDot>
      <Timestamp at={createdAt} ago />
    </span>
  )
}
