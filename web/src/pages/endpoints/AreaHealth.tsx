import { Skeleton } from '@mantine/core'
import { type Inventory } from '../../api/inventory/inventory.ts'
import { plural, localize } from '../../i18n.ts'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import panel from '../../ui/layout/Panel.module.css'
import classes from './AreaHealth.module.css'

const SKELETON_ROWS = 8

const text = localize(
  {
    title: 'Salud por área',
    endpoints: (count: number) => plural(count, '1 endpoint', `${formatInteger(count)} endpoints`),
  },
  { title: 'Health by area', endpoints: (count) => plural(count, '1 endpoint', `${formatInteger(count)} endpoints`) },
)

type Props = {
  areas: Inventory['areas'] | undefined
  /** The area by which the table is filtered. */
  selected: string | undefined
  onChoose: (area: string | undefined) => void
}

/**
 * The areas, each with the state of its worst endpoint. A click on an area filters the table by it; another click
 * clears the filter.
 */
export function AreaHealth({ areas, selected, onChoose }: Props) {
  return (
    <section className={panel.panel} aria-labelledby="areas-title" aria-busy={!areas}>
      <h2 id="areas-title" className={panel.title}>
        {text.title}
      </h2>
      <ul className={classes.areas}>
        {areas?.map(({ id, name, state, endpointCount }) => (
          <li key={id} className={classes.item}>
            <button
              type="button"
              className={classes.area}
              aria-pressed={selected === id}
              onClick={() => {
                onChoose(selected === id ? undefined : id)
              }}
            >
              <span className={classes.name}>{name}</span>
              <StateBadge state={state} />
              <span className={classes.count}>{text.endpoints(endpointCount)}</span>
            </button>
          </li>
        )) ??
          Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <li key={index} className={classes.item}>
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
