import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { showWhole } from '../../ui/numbers.ts'
import { type MessageFilters } from '../messages/filters.ts'
import classes from './MessageGlance.module.css'

type Props = {
  /** Undefined while it is not known. */
  count: number | undefined
  /** Which messages are counted, in the list that the count leads to. */
  search: MessageFilters
  /** What is counted. */
  children: ReactNode
}

/** How many messages there are of some kind, and the way to them. */
export function MessageCount({ count, search, children }: Props) {
  return (
    <Link to="/messages" search={search} className={classes.count}>
      <strong data-none={count === 0 || undefined}>{showWhole(count)}</strong> {children}
    </Link>
  )
}
