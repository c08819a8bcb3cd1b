import { type SubmitEvent, useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { useResolve } from '../api/incidents.ts'
import { type OpenIncident } from '../api/notifications.ts'
import { Refused } from '../api/request.ts'
import { words } from '../language.ts'
import { common } from '../ui/words.ts'
import classes from './Actions.module.css'
import { IncidentRefusal } from './IncidentRefusal.tsx'
import { StillHolds } from './StillHolds.tsx'

const text = words(
  {
    why: 'Por qué se da por resuelto',
    resolve: 'Resolver',
    force: 'Resolver de todos modos',
  },
  {
    why: 'Why it is resolved',
    resolve: 'Resolve',
    force: 'Resolve all the same',
  },
)

type Props = {
  incident: Pick<OpenIncident, 'id' | 'kind' | 'subject'>
  /** Called with the pending change. */
  onSent: (change: Promise<unknown>) => Promise<void>
  onClose: () => void
}

/** Form that resolves an incident with a reason. If the condition still holds, a second, explicit step forces it. */
export function ResolveForm({ incident, onSent, onClose }: Props) {
  const [reason, setReason] = useState('')
  const { mutateAsync, error, isPending } = useResolve()
  const stillHolds = error instanceof Refused && error.code === 'CONDITION_HOLDS'

  const resolve = (event: SubmitEvent) => {
    event.preventDefault()
    void onSent(mutateAsync({ id: incident.id, reason: reason.trim(), force: stillHolds }))
  }
  return (
    <form onSubmit={resolve}>
      <Textarea
        mt={8}
        size="sm"
        autosize
        minRows={2}
        maxLength={1000}
        label={text.why}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
        }}
        autoFocus
      />
      {stillHolds ? <StillHolds of={incident} /> : <IncidentRefusal error={error} />}
      <div className={classes.actions}>
        <Button
          type="submit"
          size="xs"
          color={stillHolds ? 'red' : undefined}
          disabled={reason.trim() === ''}
          loading={isPending}
        >
          {stillHolds ? text.force : text.resolve}
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}
