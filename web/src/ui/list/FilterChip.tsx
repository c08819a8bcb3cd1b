import { localize } from '../../i18n.ts'
import classes from './FilterChip.module.css'

type Props = {
  label: string
  /** Value of the filter; the filter is only shown while it is set. */
  value: string | undefined
  onRemove: () => void
}

const text = localize(
  { remove: (label: string, value: string) => `Quitar el filtro ${label}: ${value}` },
  { remove: (label, value) => `Remove the filter ${label}: ${value}` },
)

/** Filter that was set by a link, with a button to remove it. */
export function FilterChip({ label, value, onRemove }: Props) {
  if (value === undefined) return null
  return (
    <div className={classes.pinned}>
      <span className={classes.label}>{label}</span>
      <button type="button" className={classes.value} aria-label={text.remove(label, value)} onClick={onRemove}>
        {value}
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}
