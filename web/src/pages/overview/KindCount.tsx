import { Link } from '@tanstack/react-router'
import { type Inventory, useInventory } from '../../api/inventory.ts'
import { type State } from '../../generated/graphql.ts'
import { showWhole } from '../../ui/numbers.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { NO_AREA } from '../endpoints/filters.ts'
import classes from './Kinds.module.css'

type Props = {
  list: '/libraries' | '/endpoints' | '/integrations'
  state: State
  /** Undefined while loading. */
  count: number | undefined
}

/** The number of subjects of a kind in one state, linked to their list if there are any. */
export function KindCount({ list, state, count }: Props) {
  const area = useAreaOf(list, state)
  const shown = (
    <>
      <strong className={classes.number}>{showWhole(count)}</strong>
      <StateMark state={state} />
    </>
  )
  return (
    <li className={classes.count} data-none={!count || undefined}>
      {count ? (
        <Link to={list} search={{ state, ...area }} className={classes.link}>
          {shown}
        </Link>
      ) : (
        shown
      )}
    </li>
  )
}

// The count includes endpoints without an area, but their list shows them only with this filter.
function useAreaOf(list: Props['list'], state: State) {
  const { data: inventory } = useInventory()
  if (list !== '/endpoints' || !inventory || has(inventory.tabulated, state)) return {}
  return has(inventory.withoutArea, state) ? { area: NO_AREA } : {}
}

const has = ({ edges }: Inventory['tabulated'], state: State) => edges.some(({ node }) => node.state === state)
