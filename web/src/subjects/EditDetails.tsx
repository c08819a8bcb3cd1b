import { type SubmitEvent, useState } from 'react'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type Health } from '../api/health/health.ts'
import { useSetDetails } from '../api/inventory/subjects.ts'
import { type Kind } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import { Dialog, DialogActions } from '../ui/dialogs/Dialog.tsx'
import { commonLabels } from '../ui/labels.ts'
import { kinds } from './kinds.ts'

const text = localize(
  {
    title: (name: string) => `Responsable y guía de ${name}`,
    owner: 'Responsable',
    ownerHint: 'La persona o el equipo al que llamar.',
    runbook: 'Guía de actuación (dirección web)',
    runbookHint: 'Empieza por https://. Se muestra en cada incidente.',
    critical: 'Crítico: se le aplican límites más estrictos',
    save: 'Guardar',
  },
  {
    title: (name) => `Owner and runbook of ${name}`,
    owner: 'Owner',
    ownerHint: 'The person or team to call.',
    runbook: 'Runbook (web address)',
    runbookHint: 'Starts with https://. Shown on each incident.',
    critical: 'Critical: stricter limits apply',
    save: 'Save',
  },
)

type Props = { kind: Kind; health: Health; opened: boolean; onClose: () => void }

/** Dialog that sets the owner, the runbook and the criticality of a subject. */
export function EditDetails({ kind, health, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title(health.name)}>
      <DetailsForm kind={kind} health={health} onClose={onClose} />
    </Dialog>
  )
}

function DetailsForm({ kind, health, onClose }: Omit<Props, 'opened'>) {
  const [owner, setOwner] = useState(health.owner ?? '')
  const [runbookUrl, setRunbookUrl] = useState(health.runbookUrl ?? '')
  const [critical, setCritical] = useState(health.critical)
  const { mutate, error, isPending } = useSetDetails()
  const isCriticalEditable = !kinds[kind].isDeclaredByService
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const input = { kind, id: health.id, owner: owner.trim(), runbookUrl: runbookUrl.trim() }
    mutate(isCriticalEditable ? { ...input, critical } : input, { onSuccess: onClose })
  }
  return (
    <form onSubmit={save}>
      <TextInput
        label={text.owner}
        description={text.ownerHint}
        maxLength={200}
        value={owner}
        onChange={(event) => {
          setOwner(event.currentTarget.value)
        }}
        data-autofocus
      />
      <TextInput
        mt="sm"
        type="url"
        label={text.runbook}
        description={text.runbookHint}
        maxLength={2000}
        value={runbookUrl}
        onChange={(event) => {
          setRunbookUrl(event.currentTarget.value)
        }}
      />
      {isCriticalEditable && (
        <Checkbox
          mt="md"
          label={text.critical}
          checked={critical}
          onChange={(event) => {
            setCritical(event.currentTarget.checked)
          }}
        />
      )}
      <ActionError error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onClose}>
          {commonLabels.cancel}
        </Button>
        <Button type="submit" size="sm" loading={isPending}>
          {text.save}
        </Button>
      </DialogActions>
    </form>
  )
}
