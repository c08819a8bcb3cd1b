import { type HttpMethod } from '../generated/graphql.ts'
import { Breakable } from './Breakable.tsx'
import classes from './EndpointName.module.css'

/** A method and a path, as developers write them. */
export function EndpointName({ method, path }: { method: HttpMethod; path: string }) {
  return (
    <span className={classes.name}>
      <span className={classes.method}>{method}</span> <Path path={path} />
    </span>
  )
}

/** A path, as developers write it. */
export function Path({ path }: { path: string }) {
  return (
    <span className={classes.path}>
      <Breakable text={path} />
    </span>
  )
}
