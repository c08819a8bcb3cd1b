import { type SubmitEvent, useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { useResolve } from '../../api/notifications.ts'
import { Refused } from '../../api/request.ts'
import { Refusal } from './Refusal.tsx'
import classes from './IncidentCard.module.css'

/** Asks why an incident is over. Where the numbers say that it is not, a second, explicit step ends it by force. */
export function ResolveForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useResolve()
  const stillHolds = error instanceof Refused && error.code === 'CONDITION_HOLDS'

  const resolve = (event: SubmitEvent) => {
    event.preventDefault()
    mutate({ id, reason: reason.trim(), force: stillHolds }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={resolve}>
      <Textarea
        mt={8}
        size="sm"
        autosize
        minRows={2}
        maxLength={1000}
        label="Por qué se da por resuelto"
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
        }}
        data-autofocus
        autoFocus
      />
      <Refusal error={error} />
      <div className={classes.actions}>
        <Button
          type="submit"
          size="compact-sm"
          color={stillHolds ? 'red' : undefined}
          disabled={reason.trim() === ''}
          loading={isPending}
        >
          {stillHolds ? 'Resolver de todos modos' : 'Resolver'}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
