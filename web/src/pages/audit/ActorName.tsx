import { type AuditEntry } from '../../api/auth/audit.ts'
import { localize } from '../../i18n.ts'
import classes from './ActorName.module.css'

/** Labels of the actors that are not operators. */
export const serviceActors: Record<string, string> = localize(
  { ingest: 'Servicios de la plataforma', system: 'Vigía' },
  { ingest: "The platform's services", system: 'Vigía' },
)

const text = localize(
  { withToken: (name: string) => `con la clave «${name}»` },
  { withToken: (name) => `with the token “${name}”` },
)

/**
 * The name of an actor: an operator's e-mail, or the label of a service. Also shows the API token that the actor used.
 */
export function ActorName({ entry: { actor, tokenName } }: { entry: Pick<AuditEntry, 'actor' | 'tokenName'> }) {
  const name = serviceActors[actor]
  return (
    <span className={classes.actor}>
      {name ?? actor}
      {name && <span className={classes.raw}>{actor}</span>}
      {tokenName !== null && <span className={classes.token}>{text.withToken(tokenName)}</span>}
    </span>
  )
}
