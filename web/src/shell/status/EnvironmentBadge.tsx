import { localize } from '../../i18n.ts'
import classes from './EnvironmentBadge.module.css'

const text = localize(
  { environment: (name: string) => `Entorno ${name}` },
  { environment: (name) => `Environment ${name}` },
)

/** Badge with the name and colour of the environment, so that operators do not act on the wrong one. */
export function EnvironmentBadge({ environment }: { environment: string }) {
  return (
    <span className={classes.badge} data-environment={environment.toUpperCase()} title={text.environment(environment)}>
      {environment}
    </span>
  )
}
