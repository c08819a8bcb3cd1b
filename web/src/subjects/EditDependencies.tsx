import { type SubmitEvent, useState } from 'react'
import { Button } from '@mantine/core'
import { type LinkedSubject, type NamedSubject, useSetDependencies } from '../api/inventory/dependencies.ts'
import { localize } from '../i18n.ts'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import { Dialog, DialogActions } from '../ui/dialogs/Dialog.tsx'
import { commonLabels } from '../ui/labels.ts'
import { SubjectPicker } from './SubjectPicker.tsx'

const text = localize(
  {
    title: (name: string) => `De qué depende ${name}`,
    upstream: 'Depende de',
    effect: 'Mientras uno de ellos está en Fallando, sus incidentes no cuentan ni se avisan: se ven bajo el de aquel.',
    save: 'Guardar',
  },
  {
    title: (name) => `What ${name} depends on`,
    upstream: 'Depends on',
    effect: 'While one of them is failing, its incidents do not count and nobody is alerted: they are shown beneath.',
    save: 'Save',
  },
)

type Props = {
  subject: NamedSubject
  upstream: readonly LinkedSubject[]
  opened: boolean
  onClose: () => void
}

/** Dialog that sets what a subject depends on. */
export function EditDependencies({ subject, upstream, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title(subject.name)}>
      <DependenciesForm subject={subject} upstream={upstream} onClose={onClose} />
    </Dialog>
  )
}

function DependenciesForm({ subject, upstream, onClose }: Omit<Props, 'opened'>) {
  const [chosen, setChosen] = useState<readonly NamedSubject[]>(upstream)
  const { mutate, error, isPending } = useSetDependencies()
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const input = {
      subject: { kind: subject.kind, id: subject.id },
      upstream: chosen.map(({ kind, id }) => ({ kind, id })),
    }
    mutate(input, { onSuccess: onClose })
  }
  return (
    <form onSubmit={save}>
      <SubjectPicker label={text.upstream} value={chosen} onChange={setChosen} without={subject} />
      <p>{text.effect}</p>
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
