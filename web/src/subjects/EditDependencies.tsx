import { type SubmitEvent, useState } from 'react'
import { Button } from '@mantine/core'
import { type LinkedSubject, type NamedSubject, useSetDependencies } from '../api/inventory/dependencies.ts'
import { ApiError } from '../api/client/request.ts'
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
    invalid:
      'No puede depender de algo que depende de él, directamente o a través de otros, ni de más de 20 elementos.',
    circle: (names: string) => `Dependerían unos de otros en círculo: ${names}.`,
    save: 'Guardar',
  },
  {
    title: (name) => `What ${name} depends on`,
    upstream: 'Depends on',
    effect: 'While one of them is failing, its incidents do not count and nobody is alerted: they are shown beneath.',
    invalid:
      'It cannot depend on something that depends on it, directly or through others, nor on more than 20 subjects.',
    circle: (names) => `These would depend on each other in a circle: ${names}.`,
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
      <ActionError error={isInvalid(error) ? new Error(invalidText(error)) : error} />
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

const isInvalid = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'INVALID_INPUT'

const invalidText = ({ circle }: ApiError) =>
  circle.length > 0 ? text.circle([...circle, ...circle.slice(0, 1)].join(' → ')) : text.invalid
