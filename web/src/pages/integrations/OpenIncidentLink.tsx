import { Link } from '@tanstack/react-router'
import { type IntegrationRow } from '../../api/trade/integrations.ts'
import { localize } from '../../i18n.ts'
import { formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import classes from './columns.module.css'

const text = localize(
  {
    since: (time: string) => `Desde ${time}`,
    handledBy: (name: string) => `Lo atiende ${name}`,
    unhandled: 'Sin asignar',
  },
  {
    since: (time) => `Since ${time}`,
    handledBy: (name) => `Assigned to ${name}`,
    unhandled: 'Unassigned',
  },
)

/** Link to an open incident, with its start and the operator who handles it. */
export function OpenIncidentLink({ incident }: { incident: IntegrationRow['openIncident'] }) {
  const now = useNow()
  if (!incident) return NO_VALUE
  const { id, openedAt, acknowledgedBy } = incident
  return (
    <>
      <Link to="/incidents/$id" params={{ id }} className={classes.incident}>
        {text.since(formatTime(openedAt, now))}
      </Link>
      <span className={classes.handler}>{acknowledgedBy ? text.handledBy(acknowledgedBy) : text.unhandled}</span>
    </>
  )
}
