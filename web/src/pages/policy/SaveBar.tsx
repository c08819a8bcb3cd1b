import { Button } from '@mantine/core'
import { type PolicyComparison } from '../../api/health/policy.ts'
import { localize } from '../../i18n.ts'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { differenceText } from './comparisonText.ts'
import { HintedButton } from '../../ui/buttons/HintedButton.tsx'
import classes from './SaveBar.module.css'

const text = localize(
  {
    label: 'Resumen y guardar',
    computing: 'Calculando los últimos 90 días…',
    problems: 'Corrige los umbrales marcados para ver qué habría pasado.',
    saved: 'Guardado. La próxima evaluación ya los usa.',
    undone: 'Deshecho. La próxima evaluación vuelve a los de antes.',
    unchanged: 'Sin cambios que guardar.',
    invalid: 'Hay umbrales por corregir.',
    save: 'Guardar',
    discard: 'Descartar',
    undo: 'Deshacer',
  },
  {
    label: 'Summary and save',
    computing: 'Calculating the last 90 days…',
    problems: 'Correct the marked thresholds to see what would have happened.',
    saved: 'Thresholds saved. They apply from the next evaluation.',
    undone: 'Change undone. The previous thresholds apply from the next evaluation.',
    unchanged: 'No changes to save.',
    invalid: 'Some thresholds must be corrected.',
    save: 'Save',
    discard: 'Discard',
    undo: 'Undo',
  },
)

type Props = {
  comparison: PolicyComparison | null | undefined
  hasProblems: boolean
  isBusy: boolean
  isSaving: boolean
  isEdited: boolean
  outcome: 'saved' | 'undone' | null
  error: Error | null
  onSave: () => void
  onDiscard: () => void
  onUndo: () => void
}

/** Bar with the difference in a sentence, and the buttons that save and undo; always in sight. */
export function SaveBar({ isEdited, isSaving, isBusy, outcome, error, ...props }: Props) {
  const { comparison, hasProblems, onSave, onDiscard, onUndo } = props
  return (
    <section className={classes.bar} aria-label={text.label}>
      <div className={classes.summary}>
        <p role="status">
          {outcome && <strong className={classes.outcome}>{text[outcome]} </strong>}
          {hasProblems ? text.problems : comparison && !isBusy && differenceText(comparison)}
        </p>
        {isBusy && !hasProblems && (
          <p className={classes.busy}>
            <progress aria-label={text.computing} /> {text.computing}
          </p>
        )}
        <ActionError error={error} />
      </div>
      <div className={classes.actions}>
        {outcome === 'saved' && !isEdited && (
          <Button variant="default" onClick={onUndo} loading={isSaving}>
            {text.undo}
          </Button>
        )}
        {isEdited && (
          <Button variant="default" onClick={onDiscard} disabled={isSaving}>
            {text.discard}
          </Button>
        )}
        <HintedButton
          type="button"
          onClick={onSave}
          loading={isSaving}
          missing={(hasProblems && text.invalid) || (!isEdited && text.unchanged)}
        >
          {text.save}
        </HintedButton>
      </div>
    </section>
  )
}
