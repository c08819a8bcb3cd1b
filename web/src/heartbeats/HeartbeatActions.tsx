import { useState } from 'react'
import {
  type Heartbeat,
  type HeartbeatWithSecret,
  useResumeHeartbeat,
  useRotateHeartbeat,
  useUpdateHeartbeat,
} from '../api/health/heartbeats.ts'
import { localize } from '../i18n.ts'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import classes from './HeartbeatActions.module.css'
import { HeartbeatForm } from './HeartbeatForm.tsx'
import { HeartbeatSecret } from './HeartbeatSecret.tsx'

const text = localize(
  {
    edit: 'Editar…',
    editOf: (name: string) => `Editar la tarea «${name}»`,
    save: 'Guardar',
    rotate: 'Cambiar la dirección…',
    rotateOf: (name: string) => `Cambiar la dirección de «${name}»`,
    confirmRotate: 'Cambiar',
    rotateEffect: 'La dirección actual deja de valer de inmediato: habrá que poner la nueva en el crontab.',
    resume: 'Reanudar…',
    resumeOf: (name: string) => `Reanudar «${name}»`,
    confirmResume: 'Reanudar',
    resumeEffect: 'Vuelve a vigilarse. El tiempo sin avisos cuenta desde ahora.',
  },
  {
    edit: 'Edit…',
    editOf: (name) => `Edit the job “${name}”`,
    save: 'Save',
    rotate: 'Change the address…',
    rotateOf: (name) => `Change the address of “${name}”`,
    confirmRotate: 'Change',
    rotateEffect: 'The present address stops working at once: the new one has to be put into the crontab.',
    resume: 'Resume…',
    resumeOf: (name) => `Resume “${name}”`,
    confirmResume: 'Resume',
    resumeEffect: 'It is watched again. Its silence counts from now on.',
  },
)

/** Buttons that change a heartbeat, replace its address, or resume it if it is paused. */
export function HeartbeatActions({ heartbeat }: { heartbeat: Heartbeat }) {
  return (
    <span className={classes.actions}>
      <EditHeartbeat heartbeat={heartbeat} />
      <RotateHeartbeat heartbeat={heartbeat} />
      {heartbeat.integration.retiredAt !== null && <ResumeHeartbeat heartbeat={heartbeat} />}
    </span>
  )
}

function EditHeartbeat({ heartbeat }: { heartbeat: Heartbeat }) {
  const [opened, setOpened] = useState(false)
  const { mutate, error, isPending, reset } = useUpdateHeartbeat(heartbeat.id)
  const title = text.editOf(heartbeat.integration.name)
  const close = () => {
    setOpened(false)
    reset()
  }
  return (
    <>
      <CompactButton
        aria-label={title}
        onClick={() => {
          setOpened(true)
        }}
      >
        {text.edit}
      </CompactButton>
      <Dialog opened={opened} onClose={close} title={title}>
        <HeartbeatForm
          heartbeat={heartbeat}
          saveLabel={text.save}
          error={error}
          isPending={isPending}
          onCancel={close}
          onSave={(settings, schedule) => {
            mutate({ ...settings, ...schedule }, { onSuccess: close })
          }}
        />
      </Dialog>
    </>
  )
}

function RotateHeartbeat({ heartbeat: { id, integration } }: { heartbeat: Heartbeat }) {
  const [isConfirming, setConfirming] = useState(false)
  const [created, setCreated] = useState<HeartbeatWithSecret>()
  const { mutate, error, isPending, reset } = useRotateHeartbeat()
  const close = () => {
    setConfirming(false)
    reset()
  }
  const rotate = () => {
    mutate(id, {
      onSuccess: (result) => {
        close()
        setCreated(result)
      },
    })
  }
  const title = text.rotateOf(integration.name)
  return (
    <>
      <CompactButton
        aria-label={title}
        onClick={() => {
          setConfirming(true)
        }}
      >
        {text.rotate}
      </CompactButton>
      <ConfirmDialog
        danger
        opened={isConfirming}
        onClose={close}
        title={title}
        confirmLabel={text.confirmRotate}
        error={error}
        isPending={isPending}
        onConfirm={rotate}
      >
        {text.rotateEffect}
      </ConfirmDialog>
      <HeartbeatSecret
        created={created}
        onClose={() => {
          setCreated(undefined)
        }}
      />
    </>
  )
}

function ResumeHeartbeat({ heartbeat: { id, integration } }: { heartbeat: Heartbeat }) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, error, isPending, reset } = useResumeHeartbeat()
  const close = () => {
    setConfirming(false)
    reset()
  }
  const title = text.resumeOf(integration.name)
  return (
    <>
      <CompactButton
        aria-label={title}
        onClick={() => {
          setConfirming(true)
        }}
      >
        {text.resume}
      </CompactButton>
      <ConfirmDialog
        opened={isConfirming}
        onClose={close}
        title={title}
        confirmLabel={text.confirmResume}
        error={error}
        isPending={isPending}
        onConfirm={() => {
          mutate(id, { onSuccess: close })
        }}
      >
        {text.resumeEffect}
      </ConfirmDialog>
    </>
  )
}
