import { words } from '../language.ts'
import classes from './EnvironmentMark.module.css'

const text = words(
  { environment: (name: string) => `Entorno ${name}` },
  { environment: (name) => `Environment ${name}` },
)

/** Which deployment this is, in word and colour, so that nobody repairs the wrong one. */
export function EnvironmentMark({ environment }: { environment: string }) {
  return (
    <span className={classes.mark} data-environment={environment.toUpperCase()} title={text.environment(environment)}>
      {environment}
    </span>
  )
}
