import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { formatInteger } from '../../format/formatNumber.ts'
import { type MessageFilters } from '../messages/list/filters.ts'
import classes from './MessageSummary.module.css'

type Props = {
  /** Undefined while loading. */
  count: number | undefined
  /** The filters of the linked list, which select the counted messages. */
  search: MessageFilters
  /** The label of the count. */
  children: ReactNode
}

/** The number of messages of some kind, linked to their list. */
export function MessageCount({ count, search, children }: Props) {
  return (
    <Link to="/messages" search={search} className={classes.count}>
      <strong data-none={count === 0 || undefined}>{formatInteger(count)}</strong> {children}
    </Link>
  )
}
