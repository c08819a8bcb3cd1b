import { type HttpMethod } from '../../generated/graphql.ts'
import { BreakablePath } from '../../ui/display/BreakablePath.tsx'
import classes from './EndpointName.module.css'

/** HTTP method and path of an endpoint. */
export function EndpointName({ method, path }: { method: HttpMethod; path: string }) {
  return (
    <span className={classes.name}>
      <span className={classes.method}>{method}</span> <Path path={path} />
    </span>
  )
}

/** Path of an endpoint, which can wrap after a slash. */
export function Path({ path }: { path: string }) {
  return (
    <span className={classes.path}>
      <BreakablePath text={path} />
    </span>
  )
}
