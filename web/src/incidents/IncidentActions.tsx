import { type ReactNode, useState } from 'react'
import { Button } from '@mantine/core'
import { useAcknowledge } from '../api/incidents/incidents.ts'
import { type OpenIncident } from '../api/incidents/notifications.ts'
import { usePermission } from '../api/auth/session.ts'
import { localize } from '../i18n.ts'
import { AcknowledgeForm } from './AcknowledgeForm.tsx'
import classes from './Actions.module.css'
import { IncidentError } from './IncidentError.tsx'
import { ResolveForm } from './ResolveForm.tsx'
import { type IncidentChange, useIncidentChange } from './useIncidentChange.ts'

const text = localize(
  {
    acknowledgeWith: 'Atender',
    takeLabel: (name: string) => `Atender ${name}`,
    note: 'Atender con nota…',
    noteLabel: (name: string) => `${name}: Atender con nota…`,
    resolve: 'Resolver…',
    resolveLabel: (name: string) => `Resolver… ${name}`,
    resolved: (name: string) => `${name}: lo has dado por resuelto.`,
  },
  {
    acknowledgeWith: 'Take',
    takeLabel: (name) => `Take ${name}`,
    note: 'Take with a note…',
    noteLabel: (name) => `${name}: Take with a note…`,
    resolve: 'Resolve…',
    resolveLabel: (name) => `Resolve… ${name}`,
    resolved: (name) => `${name}: incident resolved.`,
  },
)

type Props = {
  incident: Pick<OpenIncident, 'id' | 'kind' | 'status' | 'subject'>
  /** Called once the incident is resolved, with a sentence about its outcome. */
  onResolved: (message: string) => void
  /** Called after acknowledging or cancelling, when the focused element no longer exists. */
  onDone: () => void
  /** Further actions. Those that change the incident report their outcome through `change`. */
  children?: (change: IncidentChange) => ReactNode
}

/** Actions of an operator on an open incident. */
export function IncidentActions({ incident, onResolved, onDone, children }: Props) {
  const { id, status, subject } = incident
  const [openForm, setOpenForm] = useState<'note' | 'reason' | null>(null)
  const acknowledge = useAcknowledge()
  const change = useIncidentChange(incident, onResolved)
  const canResolve = usePermission('resolve:Incident')
  const canAcknowledge = usePermission('acknowledge:Incident') && status === 'OPEN'
  const showForm = (form: 'note' | 'reason' | null) => () => {
    change.clear()
    setOpenForm(form)
  }
  const closeForm = () => {
    showForm(null)()
    onDone()
  }
  // A form that was opened for another action meanwhile stays open.
  const closeNote = () => {
    setOpenForm((form) => (form === 'note' ? null : form))
  }
  // Somebody has acknowledged the incident meanwhile.
  if (openForm === 'note' && !canAcknowledge) closeNote()
  const acknowledgeWith = (note: string | null) =>
    change.settle(acknowledge.mutateAsync({ id, note }), () => {
      closeNote()
      onDone()
    })
  const settleResolved = (sent: Promise<unknown>) =>
    change.settle(sent, () => {
      setOpenForm(null)
      onResolved(text.resolved(subject.name))
    })

  return (
    <>
      {openForm !== 'reason' && <IncidentError error={change.error} />}
      {openForm === 'reason' && (
        <ResolveForm incident={incident} error={change.error} onSent={settleResolved} onClose={closeForm} />
      )}
      {openForm === 'note' && (
        <AcknowledgeForm isPending={acknowledge.isPending} onSend={acknowledgeWith} onClose={closeForm} />
      )}
      {openForm === null && (
        <div className={classes.actions}>
          {canAcknowledge && (
            <AcknowledgeButtons
              name={subject.name}
              isPending={acknowledge.isPending}
              onAcknowledge={() => void acknowledgeWith(null)}
              onAddNote={showForm('note')}
            />
          )}
          {canResolve && (
            <ActionButton label={text.resolveLabel(subject.name)} onClick={showForm('reason')} text={text.resolve} />
          )}
          {children?.(change)}
        </div>
      )}
    </>
  )
}

type AcknowledgeButtonsProps = { name: string; isPending: boolean; onAcknowledge: () => void; onAddNote: () => void }

function AcknowledgeButtons({ name, isPending, onAcknowledge, onAddNote }: AcknowledgeButtonsProps) {
  return (
    <>
      <ActionButton
        label={text.takeLabel(name)}
        variant="light"
        loading={isPending}
        onClick={onAcknowledge}
        text={text.acknowledgeWith}
      />
      <ActionButton label={text.noteLabel(name)} onClick={onAddNote} text={text.note} />
    </>
  )
}

type ActionButtonProps = {
  text: string
  label: string
  variant?: 'default' | 'light'
  loading?: boolean
  onClick: () => void
}

function ActionButton({ text: content, label, variant = 'default', loading = false, onClick }: ActionButtonProps) {
  return (
    <Button size="xs" variant={variant} aria-label={label} loading={loading} onClick={onClick}>
      {content}
    </Button>
  )
}
