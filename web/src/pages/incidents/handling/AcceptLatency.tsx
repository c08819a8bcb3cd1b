import { useState } from 'react'
import { Button } from '@mantine/core'
import { type Incident, useAcceptLatency } from '../../../api/incidents/incidents.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { localize } from '../../../i18n.ts'
import { ConditionNumbers, isConditionHolds } from '../../../incidents/ConditionHoldsNotice.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'

const text = localize(
  {
    open: 'Es normal…',
    title: (name: string) => `¿La latencia de ${name} es normal?`,
    effect: 'El p95 de los últimos 5 minutos pasa a ser lo habitual, y el incidente queda resuelto.',
    confirm: 'Es normal',
    done: (name: string) => `${name}: su latencia actual es ahora la habitual.`,
  },
  {
    open: 'It is normal…',
    title: (name) => `Is the latency of ${name} normal?`,
    effect: 'The p95 of the last 5 minutes becomes the usual one, and the incident is resolved.',
    confirm: 'It is normal',
    done: (name) => `${name}: its present latency is now the usual one.`,
  },
)

type Props = { incident: Incident; onResolved: (message: string) => void }

/** Accepts the present latency of a subject as normal, where the learned budget caused the incident. */
export function AcceptLatency({ incident: { id, subject, canAcceptLatency }, onResolved }: Props) {
  const [isOpen, setOpen] = useState(false)
  const canResolve = usePermission('resolve:Incident')
  const accept = useAcceptLatency()
  if (!canResolve || !canAcceptLatency) return null
  const refusal = isConditionHolds(accept.error) ? accept.error : null
  const close = () => {
    setOpen(false)
  }
  const confirm = () => {
    accept.mutate(
      { id },
      {
        onSuccess: () => {
          onResolved(text.done(subject.name))
        },
      },
    )
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          setOpen(true)
        }}
      >
        {text.open}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={text.title(subject.name)}
        confirmLabel={text.confirm}
        error={refusal ? null : accept.error}
        isPending={accept.isPending}
        onConfirm={confirm}
      >
        {text.effect}
        {refusal && <ConditionNumbers error={refusal} />}
      </ConfirmDialog>
    </>
  )
}
