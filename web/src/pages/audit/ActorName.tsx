import { words } from '../../language.ts'
import classes from './ActorName.module.css'

/** Who acts without being an operator. */
export const machines: Record<string, string> = words(
  { ingest: 'Servicios de la plataforma', system: 'Vigía' },
  { ingest: "The platform's services", system: 'Vigía' },
)

/** Who did something: an operator's e-mail, or a service in words. */
export function ActorName({ actor }: { actor: string }) {
  const name = machines[actor]
  return (
    <span className={classes.actor}>
      {name ?? actor}
      {name && <span className={classes.raw}>{actor}</span>}
    </span>
  )
}
