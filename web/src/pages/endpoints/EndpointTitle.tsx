import { Breakable } from '../../ui/Breakable.tsx'
import classes from './EndpointTitle.module.css'

/** What an endpoint is called, as a page's title: its id is its method and path. */
export function EndpointTitle({ id }: { id: string }) {
  const [method, ...path] = id.split(' ')
  return (
    <span className={classes.title}>
      <span className={classes.method}>{method}</span> <Breakable text={path.join(' ')} />
    </span>
  )
}
