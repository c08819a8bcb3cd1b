import { Breakable } from '../../ui/Breakable.tsx'
import classes from './EndpointTitle.module.css'

/** The title of an endpoint's page: its id, which is its method and path. */
export function EndpointTitle({ id }: { id: string }) {
  const [method, ...path] = id.split(' ')
  return (
    <span className={classes.title}>
      <span className={classes.method}>{method}</span> <Breakable text={path.join(' ')} />
    </span>
  )
}
