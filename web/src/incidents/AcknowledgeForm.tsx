import { type SubmitEvent, useState } from 'react'
import { Button } from '@mantine/core'
import { localize } from '../i18n.ts'
import { commonLabels } from '../ui/labels.ts'
import classes from './Actions.module.css'
import { NoteField } from './NoteField.tsx'

const text = localize(
  { note: 'Nota para el equipo (opcional)', take: 'Atender' },
  { note: 'Note for the team (optional)', take: 'Take' },
)

type Props = { isPending: boolean; onSend: (note: string | null) => Promise<void>; onClose: () => void }

/** Form that acknowledges an incident with an optional note for colleagues. */
export function AcknowledgeForm({ isPending, onSend, onClose }: Props) {
  const [note, setNote] = useState('')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void onSend(note.trim() || null)
  }
  return (
    <form onSubmit={send}>
      <NoteField label={text.note} value={note} onChange={setNote} mt={8} />
      <div className={classes.actions}>
        <Button type="submit" size="xs" loading={isPending}>
          {text.take}
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {commonLabels.cancel}
        </Button>
      </div>
    </form>
  )
}
