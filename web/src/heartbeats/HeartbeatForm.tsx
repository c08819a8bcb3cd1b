import { type SubmitEvent, useState } from 'react'
import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { type Heartbeat, type NewHeartbeat } from '../api/health/heartbeats.ts'
import { localize } from '../i18n.ts'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import { DialogActions } from '../ui/dialogs/Dialog.tsx'
import { HintedButton } from '../ui/buttons/HintedButton.tsx'
import { commonLabels } from '../ui/labels.ts'
import { type Period, toPeriod, toSeconds } from './period.ts'
import { PeriodField } from './PeriodField.tsx'

const text = localize(
  {
    name: 'Nombre',
    nameHint: 'La tarea, por ejemplo «Copia nocturna».',
    interval: 'Se ejecuta cada',
    intervalHint: 'De 1 minuto a 366 días.',
    grace: 'Puede retrasarse',
    graceHint: 'Pasado este margen sin aviso, la tarea está fallando.',
    summerTime:
      'Cuando acaba el horario de verano pasa una hora más entre dos ejecuciones a una hora local fija: da más de una hora.',
    owner: 'Responsable (opcional)',
    critical: 'Crítica',
    nameMissing: 'Falta el nombre.',
    intervalMissing: 'Falta un intervalo de 1 minuto a 366 días.',
    graceMissing: 'Falta un margen de 1 minuto a 366 días.',
  },
  {
    name: 'Name',
    nameHint: 'The job, such as “Nightly backup”.',
    interval: 'Runs every',
    intervalHint: 'From 1 minute to 366 days.',
    grace: 'May be late by',
    graceHint: 'Without a report for longer, the job is failing.',
    summerTime:
      'When summer time ends, an hour more passes between two runs at fixed local hours: allow more than an hour.',
    owner: 'Owner (optional)',
    critical: 'Critical',
    nameMissing: 'The name is missing.',
    intervalMissing: 'An interval from 1 minute to 366 days is missing.',
    graceMissing: 'A grace from 1 minute to 366 days is missing.',
  },
)

type Schedule = Pick<NewHeartbeat, 'intervalSeconds' | 'graceSeconds'>

type Props = {
  /** The heartbeat to change; absent for a new one. */
  heartbeat?: Heartbeat
  saveLabel: string
  error: Error | null
  isPending: boolean
  /** Called with the input; `schedule` is null if the heartbeat keeps its schedule. */
  onSave: (settings: Omit<NewHeartbeat, keyof Schedule>, schedule: Schedule | null) => void
  onCancel: () => void
}

/** Form for the name, the schedule, the owner and the criticality of a scheduled job. */
export function HeartbeatForm({ heartbeat, saveLabel, error, isPending, onSave, onCancel }: Props) {
  const [name, setName] = useState(heartbeat?.integration.name ?? '')
  const [owner, setOwner] = useState(heartbeat?.integration.owner ?? '')
  const [critical, setCritical] = useState(heartbeat?.integration.critical ?? false)
  const [interval, setInterval] = useState(toPeriod(heartbeat ? heartbeat.intervalSeconds : 86_400))
  const [grace, setGrace] = useState(toPeriod(heartbeat ? heartbeat.graceSeconds : 7_200))
  const [intervalSeconds, graceSeconds] = [toSeconds(interval), toSeconds(grace)]
  const isKept =
    heartbeat !== undefined &&
    isUnchanged(interval, heartbeat.intervalSeconds) &&
    isUnchanged(grace, heartbeat.graceSeconds)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const settings = { name: name.trim(), critical, owner: owner.trim() }
    if (isKept) onSave(settings, null)
    else if (intervalSeconds !== null && graceSeconds !== null) onSave(settings, { intervalSeconds, graceSeconds })
  }
  return (
    <form onSubmit={save}>
      <NameField label={text.name} hint={text.nameHint} maxLength={100} value={name} onChange={setName} isFirst />
      <PeriodField label={text.interval} hint={text.intervalHint} value={interval} onChange={setInterval} />
      <PeriodField label={text.grace} hint={text.graceHint} value={grace} onChange={setGrace} />
      {isMissedInAutumn(intervalSeconds, graceSeconds) && (
        <Text size="sm" mt={4} role="status">
          {text.summerTime}
        </Text>
      )}
      <NameField label={text.owner} maxLength={200} value={owner} onChange={setOwner} />
      <Checkbox
        mt="md"
        label={text.critical}
        checked={critical}
        onChange={({ currentTarget }) => {
          setCritical(currentTarget.checked)
        }}
      />
      <ActionError error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onCancel} disabled={isPending}>
          {commonLabels.cancel}
        </Button>
        <HintedButton
          size="sm"
          loading={isPending}
          missing={describeMissing(name, isKept || { intervalSeconds, graceSeconds })}
        >
          {saveLabel}
        </HintedButton>
      </DialogActions>
    </form>
  )
}

/** Whether a job that runs at fixed local hours would be reported late when the clocks are set back in autumn. */
const isMissedInAutumn = (interval: number | null, grace: number | null) =>
  interval !== null && grace !== null && interval >= 7_200 && interval % 3_600 === 0 && grace <= 3_600

/**
 * Whether a period is unchanged. A period that is still missing, because the thresholds no longer have a schedule, is
 * unchanged too.
 */
const isUnchanged = (period: Period, seconds: number | null) =>
  seconds === null ? period.count === null : toSeconds(period) === seconds

type Entered = { [Part in keyof Schedule]: number | null }

function describeMissing(name: string, schedule: true | Entered): string | undefined {
  if (name.trim() === '') return text.nameMissing
  if (schedule === true) return undefined
  if (schedule.intervalSeconds === null) return text.intervalMissing
  return schedule.graceSeconds === null ? text.graceMissing : undefined
}

type NameFieldProps = {
  label: string
  hint?: string
  maxLength: number
  value: string
  onChange: (value: string) => void
  isFirst?: boolean
}

function NameField({ label, hint, maxLength, value, onChange, isFirst = false }: NameFieldProps) {
  return (
    <TextInput
      mt={isFirst ? 0 : 'sm'}
      label={label}
      description={hint}
      maxLength={maxLength}
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value)
      }}
    />
  )
}
