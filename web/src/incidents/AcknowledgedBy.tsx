import { localize } from '../i18n.ts'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import classes from './Actions.module.css'

const text = localize(
  { nobody: 'Sin asignar.', at: 'Lo atiende', since: 'desde' },
  { nobody: 'Unassigned.', at: 'Assigned to', since: 'since' },
)

type Props = { incident: { acknowledgedBy: string | null; acknowledgedAt: string | null } }

/** Operator who acknowledged an open incident, and when. */
export function AcknowledgedBy({ incident: { acknowledgedBy, acknowledgedAt } }: Props) {
  if (!acknowledgedBy) return <p className={classes.acknowledgedBy}>{text.nobody}</p>
  return (
    <p className={classes.acknowledgedBy}>
      {text.at} <strong>{acknowledgedBy}</strong>
      {acknowledgedAt && (
        <>
          , {text.since} <Timestamp at={acknowledgedAt} />
        </>
      )}
      .
    </p>
  )
}
