import { type Credentials, type OperatorRow, useResetPassword } from '../../api/auth/operators.ts'
import { localize } from '../../i18n.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { translateOperatorError } from './errorMessages.ts'

const text = localize(
  {
    title: (name: string) => `Restablecer la contraseña de ${name}`,
    confirm: 'Restablecer',
    effect:
      'La contraseña actual deja de valer y sus sesiones se cierran. La nueva se muestra a continuación, una sola vez.',
    becomesLocal:
      'Esta cuenta es del proveedor de identidad: pasará a ser local, con contraseña propia, y el proveedor dejará de darle entrada y de decidir su rol. Sus sesiones se cierran. La contraseña se muestra a continuación, una sola vez.',
  },
  {
    title: (name) => `Reset the password of ${name}`,
    confirm: 'Reset',
    effect: 'The current password stops working and their sessions end. The new one is shown next, only once.',
    becomesLocal:
      'This account belongs to the identity provider: it becomes a local one with a password of its own, and the provider no longer signs it in or decides its role. Their sessions end. The password is shown next, only once.',
  },
)

type Props = {
  operator: OperatorRow
  opened: boolean
  onClose: () => void
  onReset: (credentials: Credentials) => void
}

/** Dialog that gives another operator a generated password. */
export function ResetPassword({ operator: { id, name, origin }, opened, onClose, onReset }: Props) {
  const { mutate, error, isPending, reset } = useResetPassword()
  const close = () => {
    onClose()
    reset()
  }
  return (
    <ConfirmDialog
      danger
      opened={opened}
      onClose={close}
      title={text.title(name)}
      confirmLabel={text.confirm}
      error={translateOperatorError('reset', error)}
      isPending={isPending}
      onConfirm={() => {
        mutate(id, {
          onSuccess: (credentials) => {
            close()
            onReset(credentials)
          },
        })
      }}
    >
      {origin === 'IDENTITY_PROVIDER' ? text.becomesLocal : text.effect}
    </ConfirmDialog>
  )
}
