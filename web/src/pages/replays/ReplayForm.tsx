import { type SubmitEvent, useId, useState } from 'react'
import { Button, Checkbox, Textarea } from '@mantine/core'
import { words } from '../../language.ts'
import { DialogActions } from '../../ui/Dialog.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { common } from '../../ui/words.ts'
import classes from './ReplayDialog.module.css'

const MOST_CHARACTERS = 500

const text = words(
  {
    force: 'Forzar',
    whatForceDoes:
      'Lee de nuevo también lo que ya está procesado, deja que un documento sustituya al que se conoce con el mismo número, y hace caso a la línea 1 donde el asunto nombra a otras partes.',
    reason: 'Por qué se reprocesa',
    kept: 'Queda en la auditoría, con tu nombre.',
    replay: (count: number) => (count === 1 ? 'Reprocesar el mensaje' : `Reprocesar ${showWhole(count)} mensajes`),
  },
  {
    force: 'Force',
    whatForceDoes:
      'Also reads anew what was processed already, lets a document replace the one known by the same number, and goes by line 1 where the subject names other parties.',
    reason: 'Why it is reprocessed',
    kept: 'It is kept in the audit trail, with your name.',
    replay: (count) => (count === 1 ? 'Reprocess the message' : `Reprocess ${showWhole(count)} messages`),
  },
)

type Props = {
  /** The number of selected messages. */
  count: number
  force: boolean
  onForce: (force: boolean) => void
  /** Whether the result of the dry run is available. */
  isReady: boolean
  onReplay: (reason: string) => void
  onCancel: () => void
}

/** Asks for the reason of a replay, and whether to force it. */
export function ReplayForm({ count, force, onForce, isReady, onReplay, onCancel }: Props) {
  const [reason, setReason] = useState('')
  const meaning = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onReplay(reason.trim())
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.force}>
        <Checkbox
          size="xs"
          label={text.force}
          aria-describedby={meaning}
          checked={force}
          onChange={({ currentTarget }) => {
            onForce(currentTarget.checked)
          }}
        />
        <p id={meaning} className={classes.aside}>
          {text.whatForceDoes}
        </p>
      </div>
      <Textarea
        size="sm"
        autosize
        minRows={2}
        maxLength={MOST_CHARACTERS}
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
          {common.cancel}
        </Button>
        <Button
          type="submit"
          size="sm"
          color={force ? 'red' : undefined}
          disabled={!isReady || count === 0 || reason.trim() === ''}
        >
          {text.replay(count)}
        </Button>
      </DialogActions>
    </form>
  )
}
