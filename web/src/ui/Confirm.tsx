import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import classes from './Confirm.module.css'
import { Dialog, DialogActions } from './Dialog.tsx'
import { Refusal } from './Refusal.tsx'
import { common } from './words.ts'

type Props = {
  /** Keep the component mounted while closed, so that the focus returns to where it was. */
  opened: boolean
  onClose: () => void
  title: string
  /** Verb of the action, e.g. `Desbloquear`. */
  confirmLabel: string
  /** Whether the action is destructive. */
  danger?: boolean
  /** Asks for a reason, which may be left empty unless required. */
  reason?: { label: string; required: boolean }
  /** Error of the action. */
  error: Error | null
  isPending: boolean
  /** Performs the action; the caller closes the dialog once it is done. */
  onConfirm: (reason: string) => void
  /** Sentence that describes the consequence. */
  children: ReactNode
}

/** Confirmation dialog of an action that affects others. It describes the consequence and stays open on an error. */
export function Confirm({ opened, onClose, title, isPending, ...asked }: Props) {
  // A request in progress cannot be cancelled, so the dialog cannot be closed either.
  const close = () => {
    if (!isPending) onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Question {...asked} isPending={isPending} onClose={close} />
    </Dialog>
  )
}

function Question(props: Omit<Props, 'opened' | 'title'>) {
  const { onClose, confirmLabel, danger = false, reason, error, isPending, onConfirm, children } = props
  const [why, setWhy] = useState('')
  const sentence = useId()
  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    onConfirm(why.trim())
  }
  return (
    <form onSubmit={confirm}>
      <div id={sentence} className={classes.sentence}>
        {children}
      </div>
      {reason && <Why {...reason} value={why} onChange={setWhy} />}
      <Refusal error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onClose} disabled={isPending} data-autofocus={danger || undefined}>
          {common.cancel}
        </Button>
        <Button
          type="submit"
          size="sm"
          className={danger ? classes.danger : undefined}
          aria-describedby={sentence}
          loading={isPending}
          disabled={reason?.required === true && why.trim() === ''}
          data-autofocus={(!danger && !reason) || undefined}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  )
}

type WhyProps = { label: string; required: boolean; value: string; onChange: (why: string) => void }

function Why({ label, required, value, onChange }: WhyProps) {
  return (
    <Textarea
      mt="sm"
      size="sm"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={1000}
      label={label}
      required={required}
      withAsterisk={false}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value)
      }}
      data-autofocus
    />
  )
}
