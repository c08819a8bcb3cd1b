import { Link } from '@tanstack/react-router'
import { type Inventory, useInventory } from '../../api/inventory/inventory.ts'
import { type State } from '../../generated/graphql.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { StateBadge } from '../../health/states/StateBadge.tsx'
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
  const area = useAreaFilter(list, state)
  const content = (
    <>
      <strong className={classes.number}>{formatInteger(count)}</strong>
      <StateBadge state={state} />
    </>
  )
  return (
    <li className={classes.count} data-none={!count || undefined}>
      {count ? (
        <Link to={list} search={{ state, ...area }} className={classes.link}>
          {content}
        </Link>
      ) : (
        content
      )}
    </li>
  )
}

// The count includes endpoints without an area, but their list shows them only with this filter.
function useAreaFilter(list: Props['list'], state: State) {
  const { data: inventory } = useInventory()
  if (list !== '/endpoints' || !inventory || hasState(inventory.tabulated, state)) return {}
  return hasState(inventory.withoutArea, state) ? { area: NO_AREA } : {}
}

const hasState = ({ edges }: Inventory['tabulated'], state: State) => edges.some(({ node }) => node.state === state)
