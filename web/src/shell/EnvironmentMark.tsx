import { words } from '../language.ts'
import classes from './EnvironmentMark.module.css'

const text = words(
  { environment: (name: string) => `Entorno ${name}` },
  { environment: (name) => `Environment ${name}` },
)

/** Badge with the name and colour of the environment, so that operators do not act on the wrong one. */
export function EnvironmentMark({ environment }: { environment: string }) {
  return (
    <span className={classes.mark} data-environment={environment.toUpperCase()} title={text.environment(environment)}>
      {environment}
    </span>
  )
}
