import classes from './EnvironmentMark.module.css'

/** Which deployment this is, in word and colour, so that nobody repairs the wrong one. */
export function EnvironmentMark({ environment }: { environment: string }) {
  return (
    <span className={classes.mark} data-environment={environment.toUpperCase()} title={`Entorno ${environment}`}>
      {environment}
    </span>
  )
}
