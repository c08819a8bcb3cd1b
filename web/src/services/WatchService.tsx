import { type SubmitEvent, useState } from 'react'
import { Button, Text } from '@mantine/core'
import { type ServiceDetails, useSetServiceInterval } from '../api/health/services.ts'
import { formatPeriod } from '../format/formatPeriod.ts'
import { localize } from '../i18n.ts'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import { HintedButton } from '../ui/buttons/HintedButton.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '../ui/dialogs/Dialog.tsx'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import { commonLabels } from '../ui/labels.ts'
import { IntervalField, missingInterval } from './IntervalField.tsx'

const text = localize(
  {
    watch: 'Vigilar…',
    change: 'Cambiar el intervalo…',
    title: (name: string) => `Vigilar ${name}`,
    save: 'Vigilar',
    observed: (period: string) => `Sus últimos informes, de 7 días como mucho, llegaron cada ${period}.`,
    unknown: 'En los últimos 7 días informó pocas veces, o sin un ritmo fijo: no se sabe cada cuánto.',
    unwatch: 'No vigilar…',
    unwatchTitle: (name: string) => `No vigilar ${name}`,
    confirm: 'No vigilar',
    effect: 'Si deja de informar, no se abrirá ningún incidente suyo.',
  },
  {
    watch: 'Watch…',
    change: 'Change the interval…',
    title: (name) => `Watch ${name}`,
    save: 'Watch',
    observed: (period) => `Its last reports, of 7 days at most, came every ${period}.`,
    unknown: 'In the last 7 days it reported rarely, or at no fixed rhythm: how often is not known.',
    unwatch: 'Do not watch…',
    unwatchTitle: (name) => `Do not watch ${name}`,
    confirm: 'Do not watch',
    effect: 'If it stops reporting, no incident of its own opens.',
  },
)

/** Buttons that set how often a service reports, so that its silence opens an incident, or that stop watching it. */
export function WatchService({ service }: { service: ServiceDetails }) {
  return (
    <span>
      <StateInterval service={service} /> {service.intervalSeconds !== null && <Unwatch service={service} />}
    </span>
  )
}

function StateInterval({ service }: { service: ServiceDetails }) {
  const [opened, setOpened] = useState(false)
  const { mutate, error, isPending, reset } = useSetServiceInterval(service.id)
  const close = () => {
    setOpened(false)
    reset()
  }
  return (
    <>
      <CompactButton
        onClick={() => {
          setOpened(true)
        }}
      >
        {service.intervalSeconds === null ? text.watch : text.change}
      </CompactButton>
      <Dialog opened={opened} onClose={close} title={text.title(service.name)}>
        <IntervalForm
          service={service}
          error={error}
          isPending={isPending}
          onCancel={close}
          onSave={(seconds) => {
            mutate(seconds, { onSuccess: close })
          }}
        />
      </Dialog>
    </>
  )
}

type FormProps = {
  service: ServiceDetails
  error: Error | null
  isPending: boolean
  onSave: (seconds: number) => void
  onCancel: () => void
}

function IntervalForm({ service, error, isPending, onSave, onCancel }: FormProps) {
  const observed = service.observedIntervalSeconds
  const [seconds, setSeconds] = useState(service.intervalSeconds ?? observed)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (seconds !== null) onSave(seconds)
  }
  return (
    <form onSubmit={save}>
      <Text size="sm">{observed === null ? text.unknown : text.observed(formatPeriod(observed))}</Text>
      <IntervalField value={seconds} onChange={setSeconds} />
      <ActionError error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onCancel} disabled={isPending}>
          {commonLabels.cancel}
        </Button>
        <HintedButton size="sm" loading={isPending} missing={missingInterval(seconds)}>
          {text.save}
        </HintedButton>
      </DialogActions>
    </form>
  )
}

function Unwatch({ service: { id, name } }: { service: ServiceDetails }) {
  const [opened, setOpened] = useState(false)
  const { mutate, error, isPending, reset } = useSetServiceInterval(id)
  const close = () => {
    setOpened(false)
    reset()
  }
  return (
    <>
      <CompactButton
        onClick={() => {
          setOpened(true)
        }}
      >
        {text.unwatch}
      </CompactButton>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={text.unwatchTitle(name)}
        confirmLabel={text.confirm}
        error={error}
        isPending={isPending}
        onConfirm={() => {
          mutate(null, { onSuccess: close })
        }}
      >
        {text.effect}
      </ConfirmDialog>
    </>
  )
}
