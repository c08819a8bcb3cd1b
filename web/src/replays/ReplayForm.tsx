import { type RefObject, type SubmitEvent, useId, useState } from 'react'
import { Button, Checkbox, Textarea } from '@mantine/core'
import { localize } from '../i18n.ts'
import { DialogActions } from '../ui/dialogs/Dialog.tsx'
import { formatInteger } from '../format/formatNumber.ts'
import { commonLabels } from '../ui/labels.ts'
import { HintedButton } from '../ui/buttons/HintedButton.tsx'
import classes from './ReplayDialog.module.css'

const MAX_REASON_LENGTH = 500

const text = localize(
  {
    force: 'Forzar',
    forceHint:
      'Vuelve a leer lo ya procesado, permite que un documento sustituya al anterior con el mismo número y usa la línea 1 si el asunto nombra a otras partes.',
    reason: 'Por qué se reprocesa',
    waiting: 'Falta el resultado de la simulación.',
    empty: 'No hay mensajes que reprocesar.',
    kept: 'Queda en la auditoría, con tu nombre.',
    replay: (count: number) => (count === 1 ? 'Reprocesar el mensaje' : `Reprocesar ${formatInteger(count)} mensajes`),
  },
  {
    force: 'Force',
    forceHint:
      'Reads processed messages again, lets a document replace the earlier one with the same number, and uses line 1 where the subject names other parties.',
    reason: 'Reason for the replay',
    waiting: 'The result of the dry run is missing.',
    empty: 'There are no messages to reprocess.',
    kept: 'Recorded in the audit trail, with your name.',
    replay: (count) => (count === 1 ? 'Reprocess the message' : `Reprocess ${formatInteger(count)} messages`),
  },
)

type Props = {
  /** The number of selected messages. */
  count: number
  force: boolean
  onForce: (force: boolean) => void
  forceField: RefObject<HTMLInputElement | null>
  /** Whether the result of the dry run is available. */
  isReady: boolean
  onReplay: (reason: string) => void
  onCancel: () => void
}

/** Asks for the reason of a replay, and whether to force it. */
export function ReplayForm(props: Props) {
  const { count, force, onForce, forceField, onReplay, onCancel } = props
  const [reason, setReason] = useState('')
  const hintId = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onReplay(reason.trim())
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.force}>
        <Checkbox
          ref={forceField}
          size="xs"
          label={text.force}
          aria-describedby={hintId}
          checked={force}
          onChange={({ currentTarget }) => {
            onForce(currentTarget.checked)
          }}
        />
        <p id={hintId} className={classes.aside}>
          {text.forceHint}
        </p>
      </div>
      <Textarea
        size="sm"
        autosize
        minRows={2}
        maxLength={MAX_REASON_LENGTH}
        label={text.reason}
        description={text.kept}
        value={reason}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
        }}
        data-autofocus
      />
      <DialogActions>
        <Button size="sm" variant="default" onClick={onCancel}>
          {commonLabels.cancel}
        </Button>
        <HintedButton size="sm" color={force ? 'red' : undefined} missing={describeMissing(props, reason)}>
          {text.replay(count)}
        </HintedButton>
      </DialogActions>
    </form>
  )
}

function describeMissing({ count, isReady }: Props, reason: string): string | undefined {
  if (count === 0) return text.empty
  if (reason.trim() === '') return commonLabels.reasonMissing
  return isReady ? undefined : text.waiting
}
