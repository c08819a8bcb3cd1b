import { Skeleton } from '@mantine/core'
import { type Inventory } from '../../api/inventory.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import panel from '../../ui/Panel.module.css'
import classes from './AreaHealth.module.css'

const PLACES = 8

/** The areas, each with the state of its worst endpoint. */
export function AreaHealth({ areas }: { areas: Inventory['areas'] | undefined }) {
  return (
    <section className={panel.panel} aria-labelledby="areas-title" aria-busy={!areas}>
      <h2 id="areas-title" className={panel.title}>
        Salud por área
      </h2>
      <ul className={classes.areas}>
        {areas?.map(({ id, name, state, endpointCount }) => (
          <li key={id} className={classes.area}>
            <span className={classes.name}>{name}</span>
            <StateMark state={state} />
            <span className={classes.count}>{endpointCount} endpoints</span>
          </li>
        )) ??
          Array.from({ length: PLACES }, (_, place) => (
            <li key={place} className={classes.area}>
              <Skeleton height={12} width="70%" />
              <Skeleton height={12} width={102} />
              <Skeleton height={12} width={70} />
            </li>
          ))}
      </ul>
    </section>
  )
}
