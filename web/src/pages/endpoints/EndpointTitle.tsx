import { BreakablePath } from '../../ui/display/BreakablePath.tsx'
import classes from './EndpointTitle.module.css'

/** The title of an endpoint's page: its id, which is its method and path. */
export function EndpointTitle({ id }: { id: string }) {
  const [method, ...path] = id.split(' ')
  return (
    <span className={classes.title}>
      <span className={classes.method}>{method}</span> <BreakablePath text={path.join(' ')} />
    </span>
  )
}
