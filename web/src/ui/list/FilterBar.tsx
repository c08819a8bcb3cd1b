import { type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { UNKNOWN, common } from '../words.ts'
import classes from './FilterBar.module.css'

type Props = {
  /** Whether any filter is set. */
  isFiltered: boolean
  onClear: () => void
  /** Number of matches as text; undefined until the first response. */
  shown: string | undefined
  /** Filter fields. */
  children: ReactNode
}

/** Filters of a list. The caller stores their values in the URL, so that a view can be shared. */
export function FilterBar({ isFiltered, onClear, shown, children }: Props) {
  return (
    <form className={classes.filters} role="search" aria-label={common.filters} onSubmit={stay}>
      {children}
      <Button
        size="xs"
        variant="subtle"
        className={classes.clear}
        data-needless={!isFiltered || undefined}
        onClick={onClear}
      >
        {common.clear}
      </Button>
      <output className={classes.shown}>{shown ?? UNKNOWN}</output>
    </form>
  )
}

const stay = (event: { preventDefault: () => void }) => {
  event.preventDefault()
}
