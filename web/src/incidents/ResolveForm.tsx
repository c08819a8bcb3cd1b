import { type SubmitEvent, useState } from 'react'
import { Button } from '@mantine/core'
import { useResolve } from '../api/incidents/incidents.ts'
import { type OpenIncident } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import { commonLabels } from '../ui/labels.ts'
import { HintedButton } from '../ui/buttons/HintedButton.tsx'
import classes from './Actions.module.css'
import { IncidentError } from './IncidentError.tsx'
import { ConditionHoldsNotice, isConditionHolds } from './ConditionHoldsNotice.tsx'
import { NoteField } from './NoteField.tsx'

const text = localize(
  {
    why: 'Motivo de la resolución',
    resolve: 'Resolver',
    force: 'Resolver de todos modos',
  },
  {
    why: 'Reason for resolving',
    resolve: 'Resolve',
    force: 'Resolve anyway',
  },
)

type Props = {
  incident: Pick<OpenIncident, 'id'>
  /** Error of the last change of the incident. */
  error: Error | null
  /** Called with the pending change. */
  onSent: (change: Promise<unknown>) => Promise<void>
  onClose: () => void
}

/** Form that resolves an incident with a reason. If the condition still holds, a second, explicit step forces it. */
export function ResolveForm({ incident, error, onSent, onClose }: Props) {
  const [reason, setReason] = useState('')
  const { mutateAsync, isPending } = useResolve()
  const conditionHolds = isConditionHolds(error)

  const resolve = (event: SubmitEvent) => {
    event.preventDefault()
    void onSent(mutateAsync({ id: incident.id, reason: reason.trim(), force: conditionHolds }))
  }
  return (
    <form onSubmit={resolve}>
      <NoteField label={text.why} value={reason} onChange={setReason} mt={8} />
      {conditionHolds ? <ConditionHoldsNotice error={error} /> : <IncidentError error={error} />}
      <div className={classes.actions}>
        <HintedButton
          size="xs"
          color={conditionHolds ? 'red' : undefined}
          missing={reason.trim() === '' && commonLabels.reasonMissing}
          loading={isPending}
        >
          {conditionHolds ? text.force : text.resolve}
        </HintedButton>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {commonLabels.cancel}
        </Button>
      </div>
    </form>
  )
}
