import { useState } from 'react'
import { Button } from '@mantine/core'
import { type Incident, useAcceptLatency } from '../../../api/incidents/incidents.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { type ReasonCode } from '../../../generated/graphql.ts'
import { localize } from '../../../i18n.ts'
import { ConditionNumbers, isConditionHolds } from '../../../incidents/ConditionHoldsNotice.tsx'
import { IncidentError, resolvedMeanwhile } from '../../../incidents/IncidentError.tsx'
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

/** The texts by what caused the incident; nothing else can be accepted. */
const textsByCause: Partial<Record<ReasonCode, typeof text.latency>> = {
  SLOW: text.latency,
  TRAFFIC_DROP: text.traffic,
}

type Props = { incident: Incident; onResolved: (message: string) => void }

/** Accepts the present latency of a subject as normal, or its traffic, where what was learned caused the incident. */
export function AcceptLatency({ incident: { id, subject, evidence, canAcceptLatency }, onResolved }: Props) {
  const [isOpen, setOpen] = useState(false)
  const canResolve = usePermission('resolve:Incident')
  const accept = useAcceptLatency()
  const texts = textsByCause[evidence.code]
  // What was answered stays to be read, although the incident may be none of these any more.
  if (!canResolve || !texts || (!canAcceptLatency && !isOpen)) return null
  const refusal = isConditionHolds(accept.error) ? accept.error : null
  const close = () => {
    setOpen(false)
  }
  // The panel of an incident that a colleague has resolved is unmounted before the response arrives.
  const confirm = async () => {
    try {
      await accept.mutateAsync({ id })
      onResolved(texts.done(subject.name))
    } catch (error) {
      const message = resolvedMeanwhile(error, subject.name)
      if (message !== null) onResolved(message)
    }
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
        title={texts.title(subject.name)}
        confirmLabel={text.confirm}
        error={null}
        isPending={accept.isPending}
        onConfirm={() => void confirm()}
      >
        {texts.effect}
        {refusal ? <ConditionNumbers error={refusal} /> : <IncidentError error={accept.error} />}
      </ConfirmDialog>
    </>
  )
}
