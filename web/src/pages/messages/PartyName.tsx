import { UNKNOWN } from '../../ui/words.ts'
import classes from './PartyName.module.css'

type Props = { party: { id: string; name: string | null } | null }

/** Who sends or receives a message: by name with the SINLI id below it, by the id alone where nobody is registered with it. */
export function PartyName({ party }: Props) {
  if (!party) return UNKNOWN
  if (party.name === null) return <span className={classes.unknown}>{party.id}</span>
  return (
    <>
      {party.name}
      <span className={classes.id}>{party.id}</span>
    </>
  )
}
