import { Skeleton } from '@mantine/core'
import { type Inventory } from '../../api/inventory.ts'
import { words } from '../../language.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { showWhole } from '../../ui/numbers.ts'
import panel from '../../ui/Panel.module.css'
import classes from './AreaHealth.module.css'

const PLACES = 8

const text = words(
  { title: 'Salud por área', endpoints: (count: number) => `${showWhole(count)} endpoints` },
  { title: 'Health by area', endpoints: (count) => `${showWhole(count)} endpoints` },
)

type Props = {
  areas: Inventory['areas'] | undefined
  /** The area by which the table is filtered. */
  chosen: string | undefined
  onChoose: (area: string | undefined) => void
}

/**
 * The areas, each with the state of its worst endpoint. Clicking one filters the table by it; clicking again clears it.
 */
export function AreaHealth({ areas, chosen, onChoose }: Props) {
  return (
    <section className={panel.panel} aria-labelledby="areas-title" aria-busy={!areas}>
      <h2 id="areas-title" className={panel.title}>
        {text.title}
      </h2>
      <ul className={classes.areas}>
        {areas?.map(({ id, name, state, endpointCount }) => (
          <li key={id} className={classes.place}>
            <button
              type="button"
              className={classes.area}
              aria-pressed={chosen === id}
              onClick={() => {
                onChoose(chosen === id ? undefined : id)
              }}
            >
              <span className={classes.name}>{name}</span>
              <StateMark state={state} />
              <span className={classes.count}>{text.endpoints(endpointCount)}</span>
            </button>
          </li>
        )) ??
          Array.from({ length: PLACES }, (_, place) => (
            <li key={place} className={classes.place}>
              <span className={classes.area}>
                <Skeleton height={12} width="70%" />
                <Skeleton height={12} width={102} />
                <Skeleton height={12} width={70} />
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
