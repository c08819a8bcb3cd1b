import { type SubmitEvent, useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { useResolve } from '../../api/notifications.ts'
import { Refused } from '../../api/request.ts'
import { words } from '../../language.ts'
import { common } from '../../ui/words.ts'
import classes from './IncidentCard.module.css'
import { IncidentRefusal } from './IncidentRefusal.tsx'

const text = words(
  {
    why: 'Por qué se da por resuelto',
    resolve: 'Resolver',
    force: 'Resolver de todos modos',
    forced: 'A la fuerza se cierra igualmente; si dentro de 5 minutos sigue así, se abrirá otro incidente.',
  },
  {
    why: 'Why it is resolved',
    resolve: 'Resolve',
    force: 'Resolve all the same',
    forced: 'By force it ends all the same; if it still holds in 5 minutes, a new incident opens.',
  },
)

type Props = {
  id: string
  now: Date
  /** The change is on its way. */
  onSent: (change: Promise<unknown>) => Promise<void>
  onClose: () => void
}

/** Asks why an incident is over. Where the numbers say that it is not, a second, explicit step ends it by force. */
export function ResolveForm({ id, now, onSent, onClose }: Props) {
  const [reason, setReason] = useState('')
  const { mutateAsync, error, isPending } = useResolve()
  const stillHolds = error instanceof Refused && error.code === 'CONDITION_HOLDS'

  const resolve = (event: SubmitEvent) => {
    event.preventDefault()
    void onSent(mutateAsync({ id, reason: reason.trim(), force: stillHolds }))
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
      <IncidentRefusal error={error} now={now} />
      {stillHolds && <p className={classes.forced}>{text.forced}</p>}
      <div className={classes.actions}>
        <Button
          type="submit"
          size="compact-sm"
          color={stillHolds ? 'red' : undefined}
          disabled={reason.trim() === ''}
          loading={isPending}
        >
          {stillHolds ? text.force : text.resolve}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}
