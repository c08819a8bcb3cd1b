import { words } from '../../language.ts'
import classes from './ActorName.module.css'

/** Labels of the actors that are not operators. */
export const machines: Record<string, string> = words(
  { ingest: 'Servicios de la plataforma', system: 'Vigía' },
  { ingest: "The platform's services", system: 'Vigía' },
)

/** The name of an actor: an operator's e-mail, or the label of a service. */
export function ActorName({ actor }: { actor: string }) {
  const name = machines[actor]
  return (
    <span className={classes.actor}>
      {name ?? actor}
      {name && <span className={classes.raw}>{actor}</span>}
    </span>
  )
}
