import { useState } from 'react'
import { type OperatorRow, type Role, useChangeRole } from '../../api/auth/operators.ts'
import { localize } from '../../i18n.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { RoleSelect } from './RoleSelect.tsx'

const text = localize(
  {
    title: (name: string) => `Cambiar el rol de ${name}`,
    effect: 'Se aplica desde su próxima acción; no tiene que volver a entrar.',
    own: 'Se aplica desde tu próxima acción. Si dejas de ser administrador, perderás el acceso a esta página.',
    confirm: 'Cambiar el rol',
  },
  {
    title: (name) => `Change the role of ${name}`,
    effect: 'It applies from their next action; they need not sign in again.',
    own: 'It applies from your next action. If you are no longer an administrator, you lose access to this page.',
    confirm: 'Change the role',
  },
)

type Props = { operator: OperatorRow; isMe: boolean; opened: boolean; onClose: () => void }

/** Dialog that changes an operator's role. */
export function ChangeRole({ operator: { id, name, role }, isMe, opened, onClose }: Props) {
  const [newRole, setNewRole] = useState<Role>()
  const { mutate, error, isPending, reset } = useChangeRole()
  const close = () => {
    onClose()
    reset()
    setNewRole(undefined)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={text.title(name)}
      confirmLabel={text.confirm}
      error={error}
      isPending={isPending}
      onConfirm={() => {
        mutate({ id, role: newRole ?? role }, { onSuccess: close })
      }}
    >
      {isMe ? text.own : text.effect}
      <RoleSelect value={newRole ?? role} onChange={setNewRole} />
    </ConfirmDialog>
  )
}
