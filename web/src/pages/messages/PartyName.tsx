import { NO_VALUE } from '../../format/noValue.ts'
import classes from './PartyName.module.css'

type Props = { party: { id: string; name: string | null } | null }

/** The sender or receiver of a message: its name above its SINLI id, or only the id if it is not registered. */
export function PartyName({ party }: Props) {
  if (!party) return NO_VALUE
  if (party.name === null) return <span className={classes.unknown}>{party.id}</span>
  return (
    <>
      {party.name}
      <span className={classes.id}>{party.id}</span>
    </>
  )
}
