import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type Channel } from '../../../../api/incidents/destinations.ts'
import { localize } from '../../../../i18n.ts'
import { ScopeField } from '../../../../subjects/ScopeField.tsx'
import { ActionError } from '../../../../ui/feedback/ActionError.tsx'
import { DialogActions } from '../../../../ui/dialogs/Dialog.tsx'
import { HintedButton } from '../../../../ui/buttons/HintedButton.tsx'
import { commonLabels, keysOf } from '../../../../ui/labels.ts'
import classes from './DestinationForm.module.css'
import { type DestinationDraft } from './destinationDraft.ts'
import { draftProblem } from './draftProblem.ts'
import { groupLabels } from '../../labels.ts'
import { EventsField } from './EventsField.tsx'
import { MessageFields } from './MessageFields.tsx'
import { TargetFields } from './TargetFields.tsx'
import { TimeFields } from './TimeFields.tsx'
import { TypeField } from './TypeField.tsx'

const text = localize(
  {
    where: 'Destino',
    what: 'Qué se envía',
    when: 'Cuándo',
    how: 'Mensajes',
    name: 'Nombre',
    scope: 'Incidentes de',
    failingOnly: 'Solo los que están en Fallando',
    criticalOnly: 'Solo los de elementos críticos',
    group: 'En un mensaje',
  },
  {
    where: 'Destination',
    what: 'What is sent',
    when: 'When',
    how: 'Messages',
    name: 'Name',
    scope: 'Incidents of',
    failingOnly: 'Only those that are failing',
    criticalOnly: 'Only those of critical subjects',
    group: 'In one message',
  },
)

type Props = {
  initial: DestinationDraft
  /** The types to choose from; absent for an existing destination. */
  types?: readonly Channel[]
  /** The present target, without secrets. */
  presentTarget?: string
  submitLabel: string
  error: Error | null
  isPending: boolean
  onCancel: () => void
  onSubmit: (draft: DestinationDraft) => void
}

/** Form that creates or changes a destination. */
export function DestinationForm({ initial, types, presentTarget, ...props }: Props) {
  const { submitLabel, error, isPending, onCancel, onSubmit } = props
  const [draft, setDraft] = useState(initial)
  const change = (fields: Partial<DestinationDraft>) => {
    setDraft((current) => ({ ...current, ...fields }))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(draft)
  }
  return (
    <form onSubmit={submit}>
      <div className={classes.columns}>
        <Group title={text.where}>
          <TextInput
            label={text.name}
            maxLength={100}
            autoComplete="off"
            data-autofocus
            value={draft.name}
            onChange={(event) => {
              change({ name: event.currentTarget.value })
            }}
          />
          {types && <TypeField types={types} value={draft.channel} onChange={change} />}
          <TargetFields draft={draft} presentTarget={presentTarget} onChange={change} />
        </Group>
        <div>
          <WhatFields draft={draft} onChange={change} />
          <Group title={text.when}>
            <TimeFields draft={draft} onChange={change} />
          </Group>
          <Group title={text.how}>
            <MessageFields draft={draft} onChange={change} />
          </Group>
        </div>
      </div>
      <ActionError error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onCancel}>
          {commonLabels.cancel}
        </Button>
        <HintedButton size="sm" loading={isPending} missing={draftProblem(draft, types !== undefined)}>
          {submitLabel}
        </HintedButton>
      </DialogActions>
    </form>
  )
}

type FieldsProps = { draft: DestinationDraft; onChange: (fields: Partial<DestinationDraft>) => void }

function WhatFields({ draft, onChange }: FieldsProps) {
  return (
    <Group title={text.what}>
      <ScopeField
        label={text.scope}
        value={draft.scope}
        onChange={(scope) => {
          onChange({ scope })
        }}
      />
      <Checkbox
        size="sm"
        label={text.failingOnly}
        checked={draft.failingOnly}
        onChange={(event) => {
          onChange({ failingOnly: event.currentTarget.checked })
        }}
      />
      <Checkbox
        size="sm"
        label={text.criticalOnly}
        checked={draft.criticalOnly}
        onChange={(event) => {
          onChange({ criticalOnly: event.currentTarget.checked })
        }}
      />
      {draft.channel.takesEvents && <EventsField value={draft.events} onChange={onChange} />}
      <NativeSelect
        label={text.group}
        data={groups.map((group) => ({ value: group, label: groupLabels[group] }))}
        value={draft.groupBy}
        onChange={({ currentTarget }) => {
          onChange({ groupBy: groups.find((group) => group === currentTarget.value) ?? 'ALL' })
        }}
      />
    </Group>
  )
}

const groups = keysOf(groupLabels)

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{title}</legend>
      {children}
    </fieldset>
  )
}
