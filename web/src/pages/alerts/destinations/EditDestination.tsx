import { type EditableDestination, useUpdateDestination } from '../../../api/incidents/destinations.ts'
import { localize } from '../../../i18n.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { DestinationForm } from './form/DestinationForm.tsx'
import { toChange, toDraft } from './form/destinationDraft.ts'

const text = localize(
  { title: (name: string) => `Editar ${name}`, save: 'Guardar' },
  { title: (name) => `Edit ${name}`, save: 'Save' },
)

type Props = { destination: EditableDestination; opened: boolean; onClose: () => void }

/** Dialog that changes a destination. */
export function EditDestination({ destination, opened, onClose }: Props) {
  const { mutate, error, isPending, reset } = useUpdateDestination()
  const close = () => {
    onClose()
    reset()
  }
  return (
    <Dialog isWide opened={opened} onClose={close} title={text.title(destination.name)}>
      <DestinationForm
        initial={toDraft(destination)}
        presentTarget={destination.target}
        submitLabel={text.save}
        error={error}
        isPending={isPending}
        onCancel={close}
        onSubmit={(draft) => {
          mutate({ id: destination.id, input: toChange(draft) }, { onSuccess: close })
        }}
      />
    </Dialog>
  )
}
