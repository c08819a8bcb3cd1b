import { Button, Checkbox } from '@mantine/core'
import { localize } from '../../../i18n.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import classes from './SelectionBar.module.css'
import { type MessageSelection } from './useSelection.ts'

type Props = {
  selection: MessageSelection
  /** The number of messages on screen. */
  visibleCount: number
  /** Whether any filter is set. */
  isFiltered: boolean
  /** The number of failed messages that match the filters; undefined if unknown. */
  failed: number | undefined
  onReplaySelected: () => void
  onReplayFailed: () => void
}

const text = localize(
  {
    label: 'Reprocesar',
    none: 'Seleccionar los visibles',
    all: (count: number) =>
      count === 1 ? 'Seleccionar el visible' : `Seleccionar los ${formatInteger(count)} visibles`,
    selected: (count: number) => (count === 1 ? '1 seleccionado' : `${formatInteger(count)} seleccionados`),
    clear: 'Quitar selección',
    replay: (count: number) => (count === 1 ? 'Reprocesar 1 mensaje…' : `Reprocesar ${formatInteger(count)} mensajes…`),
    failed: (count: number) =>
      count === 1 ? 'Reprocesar el fallido…' : `Reprocesar los ${formatInteger(count)} fallidos…`,
    matching: (count: number) =>
      count === 1
        ? 'Reprocesar el fallido que cumple el filtro…'
        : `Reprocesar los ${formatInteger(count)} fallidos que cumplen el filtro…`,
  },
  {
    label: 'Reprocess',
    none: 'Select those shown',
    all: (count) => (count === 1 ? 'Select the one shown' : `Select the ${formatInteger(count)} shown`),
    selected: (count) => `${formatInteger(count)} selected`,
    clear: 'Clear selection',
    replay: (count) => (count === 1 ? 'Reprocess 1 message…' : `Reprocess ${formatInteger(count)} messages…`),
    failed: (count) =>
      count === 1 ? 'Reprocess the failed one…' : `Reprocess the ${formatInteger(count)} failed ones…`,
    matching: (count) =>
      count === 1
        ? 'Reprocess the failed one that matches…'
        : `Reprocess the ${formatInteger(count)} failed ones that match…`,
  },
)

/** Actions on the selected messages of the list, and on all failed ones. */
export function SelectionBar({
  selection,
  visibleCount,
  isFiltered,
  failed = 0,
  onReplaySelected,
  onReplayFailed,
}: Props) {
  const count = selection.ids.length
  return (
    <div className={classes.bar} role="group" aria-label={text.label}>
      <Checkbox
        size="xs"
        label={visibleCount === 0 ? text.none : text.all(visibleCount)}
        disabled={visibleCount === 0}
        checked={selection.isAll}
        indeterminate={count > 0 && !selection.isAll}
        onChange={selection.toggleAll}
      />
      {count > 0 && (
        <span className={classes.selected}>
          <output>{text.selected(count)}</output>
          <Button size="compact-sm" onClick={onReplaySelected}>
            {text.replay(count)}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
            {text.clear}
          </Button>
        </span>
      )}
      {failed > 0 && (
        <Button size="compact-sm" variant="default" className={classes.end} onClick={onReplayFailed}>
          {isFiltered ? text.matching(failed) : text.failed(failed)}
        </Button>
      )}
    </div>
  )
}
