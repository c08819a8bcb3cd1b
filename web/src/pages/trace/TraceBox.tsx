// cspell:ignore pega
import { type SubmitEvent, useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { localize } from '../../i18n.ts'
import classes from './TraceBox.module.css'

const MAX_LENGTH = 1_000

const text = localize(
  { id: 'Qué se busca', placeholder: 'Albarán, ISBN, Message-ID, traceparent…', find: 'Seguir' },
  { id: 'What to find', placeholder: 'Delivery note, ISBN, Message-ID, traceparent…', find: 'Follow' },
)

type Props = { id: string | undefined; onSubmit: (id: string) => void }

/** Field for the id to trace. */
export function TraceBox({ id = '', onSubmit }: Props) {
  const [input, setInput] = useState(id)
  const [lastId, setLastId] = useState(id)
  // An id changed from outside, by a link or the browser's history, replaces the typed text.
  if (lastId !== id) {
    setLastId(id)
    setInput(id)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (input.trim() !== '') onSubmit(input.trim())
  }
  return (
    <form role="search" className={classes.form} onSubmit={submit}>
      <TextInput
        size="sm"
        type="search"
        className={classes.input}
        label={text.id}
        placeholder={text.placeholder}
        maxLength={MAX_LENGTH}
        value={input}
        onChange={(event) => {
          setInput(event.currentTarget.value)
        }}
      />
      <Button type="submit" size="sm">
        {text.find}
      </Button>
    </form>
  )
}
