import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '@mantine/core'
import {
  type DestinationWithSecret,
  useAlertingSettings,
  useCreateDestination,
} from '../../../api/incidents/destinations.ts'
import { localize } from '../../../i18n.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { DestinationForm } from './form/DestinationForm.tsx'
import { emptyDraft, toInput } from './form/destinationDraft.ts'
import { SigningSecret } from './SigningSecret.tsx'

const text = localize({ title: 'Añadir destino', add: 'Añadir' }, { title: 'Add destination', add: 'Add' })

type Props = { opened: boolean; onClose: () => void }

/** Dialog that adds a destination, then shows the signing secret of a webhook once. */
export function AddDestination({ opened, onClose }: Props) {
  const settings = useAlertingSettings()
  const types = settings.data?.types ?? []
  const [type] = types
  const form = useRef<HTMLDivElement>(null)
  // The form may render after its dialog has already looked for an element to focus.
  useEffect(() => {
    if (opened && type) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [opened, type])
  const [created, setCreated] = useState<DestinationWithSecret>()
  const { mutate, error, isPending, reset } = useCreateDestination()
  const close = () => {
    onClose()
    reset()
  }
  return (
    <>
      <Dialog isWide opened={opened} onClose={close} title={text.title}>
        {settings.error && <LoadError error={settings.error} onRetry={() => void settings.refetch()} />}
        {settings.isPending && <Skeleton height={360} aria-busy />}
        <div ref={form}>
          {type && (
            <DestinationForm
              types={types}
              initial={emptyDraft(type)}
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
          )}
        </div>
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
