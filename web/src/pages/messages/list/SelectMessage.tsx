import { type KeyboardEvent, type MouseEvent } from 'react'
import { Checkbox } from '@mantine/core'
import { type MessageRow } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { formatExactTime } from '../../../format/formatTime.ts'
import { documentName, partyName } from '../documents.ts'
import classes from './SelectMessage.module.css'
import { type MessageSelection } from './useSelection.ts'

const text = localize(
  { select: (document: string, sender: string, at: string) => `Seleccionar ${document} de ${sender}, ${at}` },
  { select: (document, sender, at) => `Select ${document} from ${sender}, ${at}` },
)

type Props = { message: MessageRow; selection: MessageSelection }

/**
 * Checkbox that selects a message. With Shift, it selects every message from the previously toggled one on. The arrow
 * keys move between rows.
 */
export function SelectMessage({ message, selection }: Props) {
  const { id, sender, receivedAt } = message
  return (
    <label className={classes.cell}>
      <Checkbox
        size="xs"
        aria-label={text.select(documentName(message), partyName(sender), formatExactTime(receivedAt))}
        checked={selection.has(id)}
        onChange={({ nativeEvent }) => {
          selection.toggle(id, (nativeEvent as Event & Partial<MouseEvent>).shiftKey === true)
        }}
        onKeyDown={moveFocus}
      />
    </label>
  )
}

function moveFocus(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.currentTarget.closest('tr')
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const box = next?.querySelector('input')
  if (!box) return
  event.preventDefault()
  box.focus()
}
