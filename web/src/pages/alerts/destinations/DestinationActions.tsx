import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import {
  type Destination,
  type DestinationWithSecret,
  type EditableDestination,
  useDeleteDestination,
  useRotateSecret,
  useUpdateDestination,
} from '../../../api/incidents/destinations.ts'
import { localize } from '../../../i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { CompactButton } from '../../../ui/buttons/CompactButton.tsx'
import classes from './DestinationActions.module.css'
import { EditDestination } from './EditDestination.tsx'
import { SigningSecret } from './SigningSecret.tsx'
import { TestDestination } from './TestDestination.tsx'

const text = localize(
  {
    edit: 'Editar…',
    rotate: 'Cambiar el secreto…',
    enable: 'Activar…',
    disable: 'Desactivar…',
    remove: 'Eliminar…',
    titles: {
      rotate: (name: string) => `Cambiar el secreto de firma de ${name}`,
      enable: (name: string) => `Activar ${name}`,
      disable: (name: string) => `Desactivar ${name}`,
      remove: (name: string) => `Eliminar ${name}`,
    },
    confirm: { rotate: 'Cambiar', enable: 'Activar', disable: 'Desactivar', remove: 'Eliminar' },
    effects: {
      rotate: 'El nuevo se muestra a continuación, una sola vez. El anterior sigue valiendo 24 horas.',
      enable: 'Recibe lo que esté abierto ahora y lo que cambie desde ahora.',
      disable: 'No se le envía nada, y lo pendiente deja de intentarse.',
      remove: 'Se elimina con su registro de envíos. No se puede deshacer.',
    },
  },
  {
    edit: 'Edit…',
    rotate: 'Rotate secret…',
    enable: 'Enable…',
    disable: 'Disable…',
    remove: 'Delete…',
    titles: {
      rotate: (name) => `Rotate the signing secret of ${name}`,
      enable: (name) => `Enable ${name}`,
      disable: (name) => `Disable ${name}`,
      remove: (name) => `Delete ${name}`,
    },
    confirm: { rotate: 'Rotate', enable: 'Enable', disable: 'Disable', remove: 'Delete' },
    effects: {
      rotate: 'The new one is shown next, only once. The previous one is valid for 24 hours more.',
      enable: 'It receives what is open now and what changes from now on.',
      disable: 'Nothing is sent to it, and what is pending is given up.',
      remove: 'It is deleted with its delivery log. This cannot be undone.',
    },
  },
)

type Action = keyof typeof text.confirm

type Props = { destination: EditableDestination; onDelete: () => void }

/** The actions on a destination. Each of them opens a dialog first, except the test. */
export function DestinationActions({ destination, onDelete }: Props) {
  const [openAction, setOpenAction] = useState<Action | 'edit'>()
  const [rotated, setRotated] = useState<DestinationWithSecret>()
  const close = () => {
    setOpenAction(undefined)
  }
  const button = (action: Action | 'edit') => (
    <CompactButton
      onClick={() => {
        setOpenAction(action)
      }}
    >
      {text[action]}
    </CompactButton>
  )
  const dialog = (action: Action) => ({ action, destination, opened: openAction === action, onClose: close })
  return (
    <div className={classes.actions}>
      <TestDestination destination={destination} />
      {button('edit')}
      {destination.channel.isSigned && button('rotate')}
      {button(destination.enabled ? 'disable' : 'enable')}
      {button('remove')}
      <EditDestination destination={destination} opened={openAction === 'edit'} onClose={close} />
      <Rotate {...dialog('rotate')} onRotate={setRotated} />
      <SetEnabled {...dialog('enable')} enabled />
      <SetEnabled {...dialog('disable')} enabled={false} />
      <Remove {...dialog('remove')} onDelete={onDelete} />
      <SigningSecret
        created={rotated}
        onClose={() => {
          setRotated(undefined)
        }}
      />
    </div>
  )
}

type DialogProps = { action: Action; destination: Destination; opened: boolean; onClose: () => void }

/** Props shared by the confirmation dialogs of a destination. */
const confirmation = (
  { action, destination, opened, onClose }: DialogProps,
  { error, isPending, reset }: { error: Error | null; isPending: boolean; reset: () => void },
) => ({
  opened,
  onClose: () => {
    onClose()
    reset()
  },
  title: text.titles[action](destination.name),
  confirmLabel: text.confirm[action],
  danger: action === 'disable' || action === 'remove',
  error,
  isPending,
  children: text.effects[action],
})

function Rotate({ onRotate, ...props }: DialogProps & { onRotate: (rotated: DestinationWithSecret) => void }) {
  const rotation = useRotateSecret()
  return (
    <ConfirmDialog
      {...confirmation(props, rotation)}
      onConfirm={() => {
        rotation.mutate(props.destination.id, {
          onSuccess: (rotated) => {
            props.onClose()
            onRotate(rotated)
          },
        })
      }}
    />
  )
}

function SetEnabled({ enabled, ...props }: DialogProps & { enabled: boolean }) {
  const change = useUpdateDestination()
  return (
    <ConfirmDialog
      {...confirmation(props, change)}
      onConfirm={() => {
        change.mutate({ id: props.destination.id, input: { enabled } }, { onSuccess: props.onClose })
      }}
    />
  )
}

function Remove({ onDelete, ...props }: DialogProps & { onDelete: () => void }) {
  const deletion = useDeleteDestination()
  const { history } = useRouter()
  return (
    <ConfirmDialog
      {...confirmation(props, deletion)}
      onConfirm={() => {
        // Called before the deletion, so that the page stops querying the destination before it is gone.
        onDelete()
        deletion.mutate(props.destination.id, {
          onSuccess: () => {
            history.push('/alerts')
          },
        })
      }}
    />
  )
}
