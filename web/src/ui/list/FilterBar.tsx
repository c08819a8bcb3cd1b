import { type ReactNode, useId, useState } from 'react'
import { Button } from '@mantine/core'
import { NO_VALUE } from '../../format/noValue.ts'
import { commonLabels } from '../labels.ts'
import classes from './FilterBar.module.css'

type Props = {
  /** Number of filters that are set. */
  filterCount: number
  onClear: () => void
  /** Number of matches as a sentence; undefined until the first response. */
  resultCount: ReactNode
  /** Filter fields. */
  children: ReactNode
}

/**
 * Filters of a list, behind one button on a phone. The caller stores their values in the URL, so that a view can be
 * shared.
 */
export function FilterBar({ filterCount, onClear, resultCount, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const fieldsId = useId()
  return (
    <form className={classes.filters} role="search" aria-label={commonLabels.filters} onSubmit={preventSubmit}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => {
          setOpen(!isOpen)
        }}
      >
        {filterCount > 0 ? `${commonLabels.filters} (${String(filterCount)})` : commonLabels.filters}
      </button>
      <div id={fieldsId} className={classes.fields} data-open={isOpen || undefined}>
        {children}
        <Button
          size="xs"
          variant="subtle"
          className={classes.clear}
          data-inactive={filterCount === 0 || undefined}
          onClick={onClear}
        >
          {commonLabels.clear}
        </Button>
      </div>
      <output className={classes.shown}>{resultCount ?? NO_VALUE}</output>
    </form>
  )
}

const preventSubmit = (event: { preventDefault: () => void }) => {
  event.preventDefault()
}
