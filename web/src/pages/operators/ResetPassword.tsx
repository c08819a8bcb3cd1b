import { type Credentials, type OperatorRow, useResetPassword } from '../../api/auth/operators.ts'
import { type AccountOrigin } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

/** Effects of a reset on an account of each origin, and on its tokens. */
type Effects = Record<AccountOrigin, (tokens: string) => string>

const text = localize(
  {
    title: (name: string) => `Restablecer la contraseña de ${name}`,
    confirm: 'Restablecer',
    effects: {
      LOCAL: () =>
        'La contraseña actual deja de valer y sus sesiones se cierran. La nueva se muestra a continuación, una sola vez.',
      IDENTITY_PROVIDER: (tokens) =>
        `Esta cuenta es del proveedor de identidad: pasará a ser local, con contraseña propia y el rol que tenía, y el proveedor no le dará entrada ni decidirá su rol hasta que se permita vincularla de nuevo en este menú. ${tokens} La contraseña se muestra a continuación, una sola vez.`,
    } satisfies Effects,
    tokensStay: 'Sus sesiones se cierran; sus claves siguen valiendo.',
    tokensReturn:
      'El proveedor ya no le da ningún rol: sus claves, ahora rechazadas, volverán a valer con el rol que tenía.',
  },
  {
    title: (name) => `Reset the password of ${name}`,
    confirm: 'Reset',
    effects: {
      LOCAL: () => 'The current password stops working and their sessions end. The new one is shown next, only once.',
      IDENTITY_PROVIDER: (tokens) =>
        `This account belongs to the identity provider: it becomes a local one with a password of its own and the role it had, and the provider does not sign it in or decide its role until linking it is allowed again in this menu. ${tokens} The password is shown next, only once.`,
    },
    tokensStay: 'Their sessions end; their tokens keep working.',
    tokensReturn:
      'The provider gives them no role any more: their tokens, rejected now, work again with the role they had.',
  },
)

type Props = {
  operator: OperatorRow
  opened: boolean
  onClose: () => void
  onReset: (credentials: Credentials) => void
}

/** Dialog that gives another operator a generated password. */
export function ResetPassword({ operator: { id, name, origin, noRoleSince }, opened, onClose, onReset }: Props) {
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
      error={error}
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
      {origin && text.effects[origin](noRoleSince === null ? text.tokensStay : text.tokensReturn)}
    </ConfirmDialog>
  )
}
