import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { useAddNote } from '../../../api/incidents/incidents.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { IncidentError } from '../../../incidents/IncidentError.tsx'
import { localize } from '../../../i18n.ts'
import panel from '../../../ui/layout/Panel.module.css'
import { commonLabels } from '../../../ui/labels.ts'
import { HintedButton } from '../../../ui/buttons/HintedButton.tsx'
import actions from '../../../incidents/Actions.module.css'
import { NoteField } from '../../../incidents/NoteField.tsx'

const text = localize(
  { add: 'Añadir nota', open: 'Añadir nota…', label: 'Nota para el equipo', missing: 'Falta la nota.' },
  { add: 'Add note', open: 'Add note…', label: 'Note for the team', missing: 'The note is missing.' },
)

/** Button and form that add a note to the timeline of an incident; empty without the permission. */
export function NoteForm({ id }: { id: string }) {
  const canAdd = usePermission('acknowledge:Incident')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // The focused form has disappeared: the focus returns to the button that opened it.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!canAdd) return null
  return (
    <div className={panel.body}>
      {isOpen ? (
        <Form
          id={id}
          onClose={() => {
            setOpen(false)
          }}
        />
      ) : (
        <Button
          ref={button}
          size="xs"
          variant="default"
          onClick={() => {
            setOpen(true)
          }}
        >
          {text.open}
        </Button>
      )}
    </div>
  )
}

function Form({ id, onClose }: { id: string; onClose: () => void }) {
  const [note, setNote] = useState('')
  const { mutate, error, isPending } = useAddNote()
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    mutate({ id, note: note.trim() }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={send}>
      <NoteField label={text.label} value={note} onChange={setNote} />
      <IncidentError error={error} />
      <div className={actions.actions}>
        <HintedButton size="xs" missing={note.trim() === '' && text.missing} loading={isPending}>
          {text.add}
        </HintedButton>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {commonLabels.cancel}
        </Button>
      </div>
    </form>
  )
}
