import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import classes from './ConfirmDialog.module.css'
import { Dialog, DialogActions } from './Dialog.tsx'
import { ActionError } from '../feedback/ActionError.tsx'
import { HintedButton } from '../buttons/HintedButton.tsx'
import { commonLabels } from '../labels.ts'

type ReasonOptions = { label: string; required: boolean; maxLength?: number }

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
  reason?: ReasonOptions
  /** Error of the action. */
  error: Error | null
  isPending: boolean
  /** Performs the action; the caller closes the dialog once it is done. */
  onConfirm: (reason: string) => void
  /** Sentence that describes the consequence. */
  children: ReactNode
}

/** Confirmation dialog of an action that affects others. It describes the consequence and stays open on an error. */
export function ConfirmDialog({ opened, onClose, title, isPending, ...formProps }: Props) {
  // A request in progress cannot be cancelled, so the dialog cannot be closed either.
  const close = () => {
    if (!isPending) onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <ConfirmForm {...formProps} isPending={isPending} onClose={close} />
    </Dialog>
  )
}

function ConfirmForm(props: Omit<Props, 'opened' | 'title'>) {
  const { onClose, confirmLabel, danger = false, reason, error, isPending, onConfirm, children } = props
  const [reasonText, setReasonText] = useState('')
  const descriptionId = useId()
  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    onConfirm(reasonText.trim())
  }
  return (
    <form onSubmit={confirm}>
      <div id={descriptionId} className={classes.sentence}>
        {children}
      </div>
      {reason && <ReasonField {...reason} value={reasonText} onChange={setReasonText} />}
      <ActionError error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onClose} disabled={isPending} data-autofocus={danger || undefined}>
          {commonLabels.cancel}
        </Button>
        <HintedButton
          size="sm"
          className={danger ? classes.danger : undefined}
          descriptionId={descriptionId}
          loading={isPending}
          missing={reason?.required === true && reasonText.trim() === '' && commonLabels.reasonMissing}
          data-autofocus={(!danger && !reason) || undefined}
        >
          {confirmLabel}
        </HintedButton>
      </DialogActions>
    </form>
  )
}

type ReasonFieldProps = ReasonOptions & { value: string; onChange: (reasonText: string) => void }

function ReasonField({ label, required, maxLength = 1000, value, onChange }: ReasonFieldProps) {
  return (
    <Textarea
      mt="sm"
      size="sm"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={maxLength}
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
