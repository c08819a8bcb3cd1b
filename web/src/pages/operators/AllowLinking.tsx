import { type OperatorRow, useAllowLinking } from '../../api/auth/operators.ts'
import { localize } from '../../i18n.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

const text = localize(
  {
    title: (name: string) => `Permitir que se vincule a ${name}`,
    confirm: 'Permitir',
    effect:
      'La próxima vez que esa persona, o alguien con este correo verificado, entre con el proveedor de identidad, el proveedor volverá a darle entrada y a decidir su rol. La contraseña local dejará de valer.',
  },
  {
    title: (name) => `Allow linking ${name}`,
    confirm: 'Allow',
    effect:
      'The next time they, or somebody with this verified e-mail, sign in with the identity provider, it signs them in again and decides their role. The local password then stops working.',
  },
)

type Props = { operator: OperatorRow; opened: boolean; onClose: () => void }

/** Dialog that lets the identity provider take back an account that was made local. */
export function AllowLinking({ operator: { id, name }, opened, onClose }: Props) {
  const { mutate, error, isPending, reset } = useAllowLinking()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        onClose()
        reset()
      }}
      title={text.title(name)}
      confirmLabel={text.confirm}
      error={error}
      isPending={isPending}
      onConfirm={() => {
        mutate(id, { onSuccess: onClose })
      }}
    >
      {text.effect}
    </ConfirmDialog>
  )
}
