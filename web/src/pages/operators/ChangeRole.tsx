import { useState } from 'react'
import { type OperatorRow, type Role, useChangeRole } from '../../api/operators.ts'
import { words } from '../../language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { inWords } from './refusals.ts'
import { RoleChoice } from './RoleChoice.tsx'

const text = words(
  {
    title: (name: string) => `Cambiar el rol de ${name}`,
    effect: 'Vale desde su próxima acción; no tiene que volver a entrar.',
    own: 'Vale desde tu próxima acción. Si dejas de ser administrador, esta página dejará de estar a tu alcance.',
    confirm: 'Cambiar el rol',
  },
  {
    title: (name) => `Change the role of ${name}`,
    effect: 'It holds from the next thing they do; they need not sign in again.',
    own: 'It holds from the next thing you do. If you give up being an administrator, this page is no longer yours.',
    confirm: 'Change the role',
  },
)

type Props = { operator: OperatorRow; isMe: boolean; opened: boolean; onClose: () => void }

/** Dialog that changes an operator's role. */
export function ChangeRole({ operator: { id, name, role }, isMe, opened, onClose }: Props) {
  const [chosen, setChosen] = useState<Role>()
  const { mutate, error, isPending, reset } = useChangeRole()
  const close = () => {
    onClose()
    reset()
    setChosen(undefined)
  }
  return (
    <Confirm
      opened={opened}
      onClose={close}
      title={text.title(name)}
      confirmLabel={text.confirm}
      error={inWords('change', error)}
      isPending={isPending}
      onConfirm={() => {
        mutate({ id, role: chosen ?? role }, { onSuccess: close })
      }}
    >
      {isMe ? text.own : text.effect}
      <RoleChoice value={chosen ?? role} onChange={setChosen} />
    </Confirm>
  )
}
