import { words } from '../language.ts'
import { When } from '../ui/When.tsx'
import classes from './Actions.module.css'

const text = words(
  { nobody: 'Nadie lo atiende todavía.', at: 'Lo atiende', since: 'desde' },
  { nobody: 'Nobody is at it yet.', at: 'At it:', since: 'since' },
)

type Props = { incident: { acknowledgedBy: string | null; acknowledgedAt: string | null } }

/** Operator who acknowledged an open incident, and when. */
export function Attention({ incident: { acknowledgedBy, acknowledgedAt } }: Props) {
  if (!acknowledgedBy) return <p className={classes.attention}>{text.nobody}</p>
  return (
    <p className={classes.attention}>
      {text.at} <strong>{acknowledgedBy}</strong>
      {acknowledgedAt && (
        <>
          , {text.since} <When at={acknowledgedAt} />
        </>
      )}
      .
    </p>
  )
}
