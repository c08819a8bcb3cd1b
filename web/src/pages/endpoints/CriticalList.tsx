import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Inventory } from '../../api/inventory/inventory.ts'
import { localize } from '../../i18n.ts'
import { EndpointName } from './EndpointName.tsx'
import { StateTooltip } from '../../health/states/StateTooltip.tsx'
import panel from '../../ui/layout/Panel.module.css'
import classes from './CriticalList.module.css'

const text = localize({ title: 'Endpoints críticos' }, { title: 'Critical endpoints' })

// The current number of critical endpoints, so that the layout does not shift when they arrive.
const SKELETON_ROWS = 6

/** The endpoints the platform depends on. */
export function CriticalList({ endpoints }: { endpoints: Inventory['criticalEndpoints'] | undefined }) {
  return (
    <section className={panel.panel} aria-labelledby="critical-title" aria-busy={!endpoints}>
      <h2 id="critical-title" className={panel.title}>
        {text.title}
      </h2>
      <ul>
        {endpoints?.map(({ id, method, path, ...evaluated }) => (
          <li key={id} className={classes.endpoint}>
            <Link to="/endpoints/$id" params={{ id }} preload="intent" className={classes.link}>
              <EndpointName method={method} path={path} />
            </Link>
            <span className={classes.state}>
              <StateTooltip {...evaluated} />
            </span>
          </li>
        )) ??
          Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <li key={index} className={classes.endpoint}>
              <Skeleton height={12} width="62%" />
              <Skeleton height={12} width={102} />
            </li>
          ))}
      </ul>
    </section>
  )
}
