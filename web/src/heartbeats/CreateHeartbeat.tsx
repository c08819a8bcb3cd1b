import { useState } from 'react'
import { Button } from '@mantine/core'
import { type HeartbeatWithSecret, useCreateHeartbeat } from '../api/health/heartbeats.ts'
import { localize } from '../i18n.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { HeartbeatForm } from './HeartbeatForm.tsx'
import { HeartbeatSecret } from './HeartbeatSecret.tsx'

const text = localize(
  { open: 'Nueva tarea programada…', title: 'Nueva tarea programada', create: 'Crear tarea' },
  { open: 'New scheduled job…', title: 'New scheduled job', create: 'Create job' },
)

/** Button and dialog that create a heartbeat, then show its address once. */
export function CreateHeartbeat() {
  const [opened, setOpened] = useState(false)
  const [created, setCreated] = useState<HeartbeatWithSecret>()
  const { mutate, error, isPending, reset } = useCreateHeartbeat()
  // The dialog cannot be closed while the request is pending, because the address would be lost.
  const close = () => {
    if (isPending) return
    setOpened(false)
    reset()
  }
  return (
    <>
      <Button
        size="xs"
        onClick={() => {
          setOpened(true)
        }}
      >
        {text.open}
      </Button>
      <Dialog opened={opened} onClose={close} title={text.title}>
        <HeartbeatForm
          saveLabel={text.create}
          error={error}
          isPending={isPending}
          onCancel={close}
          onSave={(settings, schedule) => {
            if (schedule === null) return
            mutate(
              { ...settings, ...schedule },
              {
                onSuccess: (result) => {
                  setOpened(false)
                  reset()
                  setCreated(result)
                },
              },
            )
          }}
        />
      </Dialog>
      <HeartbeatSecret
        created={created}
        onClose={() => {
          setCreated(undefined)
        }}
      />
    </>
  )
}
