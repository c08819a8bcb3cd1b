import { type SubmitEvent, useState } from 'react'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type Incident } from '../../../api/incidents/incidents.ts'
import { useMute } from '../../../api/incidents/maintenance.ts'
import { localize } from '../../../i18n.ts'
import { ActionError } from '../../../ui/feedback/ActionError.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/Dialog.tsx'
import { HintedButton } from '../../../ui/buttons/HintedButton.tsx'
import { commonLabels } from '../../../ui/labels.ts'

const HOUR_MS = 3_600_000

const text = localize(
  {
    title: (name: string) => `Silenciar los avisos de ${name}`,
    effect: 'No se envía ningún mensaje. El incidente se sigue viendo y contando.',
    reason: 'Motivo',
    duration: 'Durante',
    durations: { 1: '1 hora', 4: '4 horas', 12: '12 horas', 24: '1 día', 168: '1 semana' },
    mute: 'Silenciar',
  },
  {
    title: (name) => `Mute the alerts of ${name}`,
    effect: 'No message is sent. The incident is still shown and counted.',
    reason: 'Reason',
    duration: 'For',
    durations: { 1: '1 hour', 4: '4 hours', 12: '12 hours', 24: '1 day', 168: '1 week' },
    mute: 'Mute',
  },
)

type Props = { incident: Incident; opened: boolean; onClose: () => void }

/** Dialog that mutes the alerts about the subject of an incident for a time, with a reason. */
export function MuteDialog({ incident, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title(incident.subject.name)}>
      <MuteForm incident={incident} onClose={onClose} />
    </Dialog>
  )
}

function MuteForm({ incident: { kind, subject }, onClose }: Omit<Props, 'opened'>) {
  const [reason, setReason] = useState('')
  const [hours, setHours] = useState('4')
  const { mutate, error, isPending } = useMute()
  const mute = (event: SubmitEvent) => {
    event.preventDefault()
    const endsAt = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString()
    const matcher = { subjects: [{ kind, id: subject.id }] }
    mutate({ matcher, reason: reason.trim(), endsAt }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={mute}>
      <p>{text.effect}</p>
      <Textarea
        mt="sm"
        size="sm"
        autosize
        minRows={2}
        maxLength={1000}
        label={text.reason}
        data-autofocus
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
        }}
      />
      <NativeSelect
        mt="sm"
        label={text.duration}
        data={Object.entries(text.durations).map(([value, label]) => ({ value, label }))}
        value={hours}
        onChange={({ currentTarget }) => {
          setHours(currentTarget.value)
        }}
      />
      <ActionError error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onClose}>
          {commonLabels.cancel}
        </Button>
        <HintedButton size="sm" loading={isPending} missing={reason.trim() === '' && commonLabels.reasonMissing}>
          {text.mute}
        </HintedButton>
      </DialogActions>
    </form>
  )
}
