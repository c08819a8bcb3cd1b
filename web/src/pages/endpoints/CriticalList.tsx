import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Inventory } from '../../api/inventory.ts'
import { words } from '../../language.ts'
import { EndpointName } from '../../ui/EndpointName.tsx'
import { ExplainedState } from '../../ui/ExplainedState.tsx'
import panel from '../../ui/Panel.module.css'
import classes from './CriticalList.module.css'

const text = words({ title: 'Endpoints críticos' }, { title: 'Critical endpoints' })

// The current number of critical endpoints, so that the layout does not shift when they arrive.
const PLACES = 6

/** The endpoints the platform depends on. */
export function CriticalList({ endpoints }: { endpoints: Inventory['criticalEndpoints'] | undefined }) {
  return (
    <section className={panel.panel} aria-labelledby="critical-title" aria-busy={!endpoints}>
      <h2 id="critical-title" className={panel.title}>
        {text.title}
      </h2>
      <ul>
        {endpoints?.map(({ id, method, path, ...judged }) => (
          <li key={id} className={classes.endpoint}>
            <Link to="/endpoints/$id" params={{ id }} preload="intent" className={classes.link}>
              <EndpointName method={method} path={path} />
            </Link>
            <span className={classes.state}>
              <ExplainedState {...judged} />
            </span>
          </li>
        )) ??
          Array.from({ length: PLACES }, (_, place) => (
            <li key={place} className={classes.endpoint}>
              <Skeleton height={12} width="62%" />
              <Skeleton height={12} width={102} />
            </li>
          ))}
      </ul>
    </section>
  )
}
