import { type OperatorRow, useDisableOperator, useEnableOperator } from '../../api/auth/operators.ts'
import { localize } from '../../i18n.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

const text = localize(
  {
    disableTitle: (name: string) => `Desactivar a ${name}`,
    disable: 'Desactivar',
    disabling:
      'Sus sesiones se cierran de inmediato, sus claves dejan de valer y no podrá volver a entrar hasta que se active. No se borra nada.',
    disablingMe:
      'Eres tú: tu sesión se cierra de inmediato, tus claves dejan de valer y no podrás volver a entrar hasta que alguien te active.',
    enableTitle: (name: string) => `Activar a ${name}`,
    enable: 'Activar',
    enabling: {
      LOCAL: 'Podrá volver a entrar con la contraseña que tenía.',
      IDENTITY_PROVIDER: 'Podrá volver a entrar con el proveedor de identidad, si este le da un rol.',
    },
  },
  {
    disableTitle: (name) => `Disable ${name}`,
    disable: 'Disable',
    disabling:
      'Their sessions end at once, their tokens stop working and they cannot sign in until they are enabled. Nothing is deleted.',
    disablingMe:
      'This is you: your session ends at once, your tokens stop working and you cannot sign in until someone enables you.',
    enableTitle: (name) => `Enable ${name}`,
    enable: 'Enable',
    enabling: {
      LOCAL: 'They can sign in again with their previous password.',
      IDENTITY_PROVIDER: 'They can sign in again with the identity provider, if it gives them a role.',
    },
  },
)

type Props = { operator: OperatorRow; opened: boolean; onClose: () => void }

/** Dialog that disables an operator's account. */
export function DisableOperator({ operator: { id, name }, isMe, opened, onClose }: Props & { isMe: boolean }) {
  const { mutate, error, isPending, reset } = useDisableOperator()
  return (
    <ConfirmDialog
      danger
      opened={opened}
      onClose={() => {
        onClose()
        reset()
      }}
      title={text.disableTitle(name)}
      confirmLabel={text.disable}
      error={error}
      isPending={isPending}
      onConfirm={() => {
        mutate(id, { onSuccess: onClose })
      }}
    >
      {isMe ? text.disablingMe : text.disabling}
    </ConfirmDialog>
  )
}

/** Dialog that enables an operator's account again. */
export function EnableOperator({ operator: { id, name, origin }, opened, onClose }: Props) {
  const { mutate, error, isPending, reset } = useEnableOperator()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        onClose()
        reset()
      }}
      title={text.enableTitle(name)}
      confirmLabel={text.enable}
      error={error}
      isPending={isPending}
      onConfirm={() => {
        mutate(id, { onSuccess: onClose })
      }}
    >
      {origin && text.enabling[origin]}
    </ConfirmDialog>
  )
}
