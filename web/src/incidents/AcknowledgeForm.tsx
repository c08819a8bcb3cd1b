import { type SubmitEvent, useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { words } from '../language.ts'
import { common } from '../ui/words.ts'
import classes from './Actions.module.css'

const text = words(
  { note: 'Qué deben saber los demás (opcional)', take: 'Atender' },
  { note: 'What the others should know (optional)', take: 'Take' },
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
      <Textarea
        mt={8}
        size="sm"
        autosize
        minRows={2}
        maxLength={1000}
        label={text.note}
        value={note}
        onChange={(event) => {
          setNote(event.currentTarget.value)
        }}
        autoFocus
      />
      <div className={classes.actions}>
        <Button type="submit" size="xs" loading={isPending}>
          {text.take}
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}
