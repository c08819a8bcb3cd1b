import { Link } from '@tanstack/react-router'
import { type IntegrationRow } from '../../api/integrations.ts'
import { words } from '../../language.ts'
import { showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './columns.module.css'

const text = words(
  {
    since: (time: string) => `Desde ${time}`,
    attended: (name: string) => `Lo atiende ${name}`,
    unattended: 'Nadie lo atiende todavía',
  },
  {
    since: (time) => `Since ${time}`,
    attended: (name) => `${name} is at it`,
    unattended: 'Nobody is at it yet',
  },
)

/** Link to an open incident, with its start and the operator who handles it. */
export function OpenIncident({ incident }: { incident: IntegrationRow['openIncident'] }) {
  const now = useNow()
  if (!incident) return UNKNOWN
  const { id, openedAt, acknowledgedBy } = incident
  return (
    <>
      <Link to="/incidents/$id" params={{ id }} className={classes.incident}>
        {text.since(showTime(openedAt, now))}
      </Link>
      <span className={classes.attended}>{acknowledgedBy ? text.attended(acknowledgedBy) : text.unattended}</span>
    </>
  )
}
