import { useState } from 'react'
import { Button } from '@mantine/core'
import { type Incident, useAcceptLatency } from '../../../api/incidents/incidents.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { type ReasonCode } from '../../../generated/graphql.ts'
import { localize } from '../../../i18n.ts'
import { ConditionNumbers, isConditionHolds } from '../../../incidents/ConditionHoldsNotice.tsx'
import { IncidentError } from '../../../incidents/IncidentError.tsx'
import { useIncidentChange } from '../../../incidents/useIncidentChange.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'

const text = localize(
  {
    open: 'Es normal…',
    latency: {
      title: (name: string) => `¿La latencia de ${name} es normal?`,
      effect: 'El p95 de los últimos 5 minutos pasa a ser lo habitual, y el incidente queda resuelto.',
      done: (name: string) => `${name}: su latencia actual es ahora la habitual.`,
    },
    traffic: {
      title: (name: string) => `¿El tráfico de ${name} es normal?`,
      effect: 'Lo habitual se aprende de nuevo durante 14 días, y el incidente queda resuelto.',
      done: (name: string) => `${name}: su tráfico habitual se aprende de nuevo.`,
    },
    confirm: 'Es normal',
  },
  {
    open: 'It is normal…',
    latency: {
      title: (name) => `Is the latency of ${name} normal?`,
      effect: 'The p95 of the last 5 minutes becomes the usual one, and the incident is resolved.',
      done: (name) => `${name}: its present latency is now the usual one.`,
    },
    traffic: {
      title: (name) => `Is the traffic of ${name} normal?`,
      effect: 'What is usual is learned anew for 14 days, and the incident is resolved.',
      done: (name) => `${name}: its usual traffic is learned anew.`,
    },
    confirm: 'It is normal',
  },
)

/** The texts by the cause of the incident; other causes cannot be accepted. */
const textsByCause: Partial<Record<ReasonCode, typeof text.latency>> = {
  SLOW: text.latency,
  TRAFFIC_DROP: text.traffic,
}

type Props = { incident: Incident; onOpen: () => void; onResolved: (message: string) => void }

/**
 * Button and form that accept the present latency or traffic of a subject as normal, if a learned value caused the
 * incident.
 */
export function AcceptLatency({ incident, onOpen, onResolved }: Props) {
  const { id, subject, evidence, canAcceptLatency } = incident
  const [isOpen, setOpen] = useState(false)
  const canResolve = usePermission('resolve:Incident')
  const accept = useAcceptLatency()
  const { error, clear, settle } = useIncidentChange(incident, onResolved)
  const [asked, setAsked] = useState<ReasonCode>()
  const offered = canAcceptLatency && textsByCause[evidence.code] ? evidence.code : undefined
  // While the form is open, its question stays the same, even if the cause of the incident changes.
  const cause = isOpen ? asked : offered
  const texts = cause && textsByCause[cause]
  if (!canResolve || !texts) return null
  const refusal = isConditionHolds(error) ? error : null
  const open = () => {
    clear()
    onOpen()
    setAsked(cause)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
  }
  const confirm = () =>
    settle(accept.mutateAsync({ id, cause }), () => {
      close()
      onResolved(texts.done(subject.name))
    })
  return (
    <>
      {offered && (
        <Button size="xs" variant="default" onClick={open}>
          {text.open}
        </Button>
      )}
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={texts.title(subject.name)}
        confirmLabel={text.confirm}
        error={null}
        isPending={accept.isPending}
        onConfirm={() => void confirm()}
      >
        {texts.effect}
        {refusal ? <ConditionNumbers error={refusal} /> : <IncidentError error={error} />}
      </ConfirmDialog>
    </>
  )
}
