import { useState } from 'react'
import { type DestinationWithSecret, useCreateDestination } from '../../../api/incidents/destinations.ts'
import { localize } from '../../../i18n.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { DestinationForm } from './form/DestinationForm.tsx'
import { emptyDraft, toInput } from './form/destinationDraft.ts'
import { SigningSecret } from './SigningSecret.tsx'

const text = localize({ title: 'Añadir destino', add: 'Añadir' }, { title: 'Add destination', add: 'Add' })

type Props = { opened: boolean; onClose: () => void }

/** Dialog that adds a destination, then shows the signing secret of a webhook once. */
export function AddDestination({ opened, onClose }: Props) {
  const [created, setCreated] = useState<DestinationWithSecret>()
  const { mutate, error, isPending, reset } = useCreateDestination()
  const close = () => {
    onClose()
    reset()
  }
  return (
    <>
      <Dialog isWide opened={opened} onClose={close} title={text.title}>
        <DestinationForm
          isNew
          initial={emptyDraft}
          submitLabel={text.add}
          error={error}
          isPending={isPending}
          onCancel={close}
          onSubmit={(draft) => {
            mutate(toInput(draft), {
              onSuccess: (result) => {
                close()
                setCreated(result)
              },
            })
          }}
        />
      </Dialog>
      <SigningSecret
        created={created}
        onClose={() => {
          setCreated(undefined)
        }}
      />
    </>
  )
}
