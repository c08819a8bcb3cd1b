import { Link } from '@tanstack/react-router'
import { type Kind, type State } from '../../generated/graphql.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { type kinds } from '../../subjects/kinds.ts'
import classes from './Kinds.module.css'

type Props = {
  list: (typeof kinds)[Kind]['list']
  state: State
  /** Number of subjects that count; undefined while loading. */
  count: number | undefined
  /** Whether further subjects in this state do not count. Then the linked list leaves them out too. */
  hasSuppressed: boolean
}

/** The number of subjects of a kind in one state. Linked to their list, unless it is 0. */
export function KindCount({ list, state, count, hasSuppressed }: Props) {
  const content = (
    <>
      <strong className={classes.number}>{formatInteger(count)}</strong>
      <StateBadge state={state} />
    </>
  )
  return (
    <li className={classes.count} data-none={!count || undefined}>
      {count ? (
        <Link to={list} search={{ state, ...(hasSuppressed && { counts: 'yes' }) }} className={classes.link}>
          {content}
        </Link>
      ) : (
        content
      )}
    </li>
  )
}
