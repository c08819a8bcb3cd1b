import { type SubmitEvent, useState } from 'react'
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { usePlanMaintenance } from '../../api/incidents/maintenance.ts'
import { timeZone } from '../../format/madridTime.ts'
import { localize } from '../../i18n.ts'
import { ScopeField } from '../../subjects/ScopeField.tsx'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx'
import { HintedButton } from '../../ui/buttons/HintedButton.tsx'
import { commonLabels } from '../../ui/labels.ts'
import { emptyPlan, type MaintenancePlan, problemOf, timeZones, toInput } from './maintenancePlan.ts'
import { RecurrenceField } from './RecurrenceField.tsx'

const text = localize(
  {
    title: 'Planificar mantenimiento',
    plan: 'Planificar',
    affects: 'Afecta a',
    reason: 'Motivo',
    starts: 'Empieza',
    ends: 'Termina',
    zone: 'Zona horaria',
    effect:
      'Se sigue midiendo. Los incidentes que se abran no cuentan ni se avisan; los que sigan abiertos al terminar, sí.',
    problems: {
      scope: 'Falta elegir a qué afecta.',
      reason: commonLabels.reasonMissing,
      time: 'Falta cuándo empieza o termina.',
      order: 'Termina antes de empezar.',
      past: 'Termina en el pasado.',
      long: 'Dura más de 90 días.',
      until: 'La repetición termina antes de empezar.',
    },
  },
  {
    title: 'Plan maintenance',
    plan: 'Plan',
    affects: 'Affects',
    reason: 'Reason',
    starts: 'Starts',
    ends: 'Ends',
    zone: 'Time zone',
    effect:
      'Measuring goes on. Incidents that open do not count, and nobody is alerted; those still open at the end do.',
    problems: {
      scope: 'Choose what it affects.',
      reason: commonLabels.reasonMissing,
      time: 'Its start or its end is missing.',
      order: 'It ends before it starts.',
      past: 'It ends in the past.',
      long: 'It lasts more than 90 days.',
      until: 'The recurrence ends before it starts.',
    },
  },
)

type Props = { opened: boolean; onClose: () => void }

/** Dialog that plans maintenance, once or recurring. */
export function PlanMaintenance({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title}>
      <PlanForm onClose={onClose} />
    </Dialog>
  )
}

function PlanForm({ onClose }: { onClose: () => void }) {
  const [plan, setPlan] = useState(() => emptyPlan(new Date()))
  const { mutate, error, isPending } = usePlanMaintenance()
  const change = (fields: Partial<MaintenancePlan>) => {
    setPlan((current) => ({ ...current, ...fields }))
  }
  const problem = problemOf(plan, new Date())
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    mutate(toInput(plan), { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <PlanFields plan={plan} onChange={change} />
      <ActionError error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onClose}>
          {commonLabels.cancel}
        </Button>
        <HintedButton size="sm" loading={isPending} missing={problem && text.problems[problem]}>
          {text.plan}
        </HintedButton>
      </DialogActions>
    </form>
  )
}

type FieldsProps = { plan: MaintenancePlan; onChange: (fields: Partial<MaintenancePlan>) => void }

function PlanFields({ plan, onChange }: FieldsProps) {
  return (
    <Stack gap={12}>
      <ScopeField
        label={text.affects}
        value={plan.scope}
        onChange={(scope) => {
          onChange({ scope })
        }}
      />
      <Textarea
        label={text.reason}
        autosize
        minRows={2}
        maxLength={1000}
        data-autofocus
        value={plan.reason}
        onChange={(event) => {
          onChange({ reason: event.currentTarget.value })
        }}
      />
      <TimeField
        label={text.starts}
        value={plan.starts}
        onChange={(starts) => {
          onChange({ starts })
        }}
      />
      <TimeField
        label={text.ends}
        value={plan.ends}
        onChange={(ends) => {
          onChange({ ends })
        }}
      />
      <NativeSelect
        label={text.zone}
        data={timeZones}
        value={plan.zone}
        onChange={({ currentTarget }) => {
          onChange({ zone: currentTarget.value || timeZone })
        }}
      />
      <RecurrenceField plan={plan} onChange={onChange} />
      <p>{text.effect}</p>
    </Stack>
  )
}

type TimeFieldProps = { label: string; value: string; onChange: (value: string) => void }

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      max="2999-12-31T23:59"
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value)
      }}
    />
  )
}
