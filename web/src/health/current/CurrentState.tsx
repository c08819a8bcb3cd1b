import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Health } from '../../api/health/health.ts'
import { localize } from '../../i18n.ts'
import { formatRelative, formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './CurrentState.module.css'
import { lastSampleText } from '../lastSampleText.ts'
import { StateBadge } from '../states/StateBadge.tsx'

const text = localize(
  { since: (time: string, age: string) => `desde ${time}, ${age}`, incident: 'Ver el incidente abierto' },
  { since: (time, age) => `since ${time}, ${age}`, incident: 'See the open incident' },
)

type Props = { health: Health | undefined; hasLink?: boolean }

/** The current state of a subject, the time since it began, and the link to its open incident. */
export function CurrentState({ health, hasLink = true }: Props) {
  const now = useNow()
  const lastSample = health && lastSampleText(health, now)
  if (!health) return <Skeleton height={12} width={240} my={4} />
  return (
    <p className={classes.state}>
      <StateBadge state={health.state} />
      <span className={classes.since}>
        {text.since(formatTime(health.stateSince, now), formatRelative(health.stateSince, now))}
      </span>
      {lastSample && <span className={classes.since}>{lastSample}</span>}
      {hasLink && health.openIncident && (
        <span className={classes.incident}>
          <Link to="/incidents/$id" params={{ id: health.openIncident.id }}>
            {text.incident}
          </Link>
        </span>
      )}
    </p>
  )
}
