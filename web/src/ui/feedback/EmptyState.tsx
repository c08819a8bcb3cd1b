import { Button } from '@mantine/core'
import { localize } from '../../i18n.ts'
import classes from './EmptyState.module.css'
import { commonLabels } from '../labels.ts'

type Props = {
  title?: string
  hint?: string
  /** Active search conditions, e.g. `Estado: Fallando`. */
  searched?: readonly string[]
  /** Removes all filters. */
  onClear?: (() => void) | undefined
}

const text = localize(
  { searched: 'Se ha buscado:', clear: 'Limpiar filtros' },
  { searched: 'Searched for:', clear: 'Clear filters' },
)

/** Empty state with a hint; by default, the hint that nothing matches the filters. */
export function EmptyState(props: Props) {
  const { title = commonLabels.nothingMatches, hint = commonLabels.adjust, searched = [], onClear } = props
  return (
    <div className={classes.empty}>
      <div role="status">
        <p>
          <strong>{title}</strong>
        </p>
        <p>{hint}</p>
        {searched.length > 0 && (
          <p className={classes.searched}>
            {text.searched} {searched.join(' · ')}
          </p>
        )}
      </div>
      {onClear && (
        <Button size="xs" variant="default" mt="sm" onClick={onClear}>
          {text.clear}
        </Button>
      )}
    </div>
  )
}
