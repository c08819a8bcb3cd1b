import { type Credentials, type OperatorRow, useResetPassword } from '../../api/operators.ts'
import { words } from '../../language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { inWords } from './refusals.ts'

const text = words(
  {
    title: (name: string) => `Restablecer la contraseña de ${name}`,
    confirm: 'Restablecer',
    effect: 'La que tiene deja de valer y sus sesiones se cierran. La nueva se muestra a continuación, una sola vez.',
  },
  {
    title: (name) => `Reset the password of ${name}`,
    confirm: 'Reset',
    effect: 'The one they have no longer works and their sessions end. The new one is shown next, and only once.',
  },
)

type Props = {
  operator: OperatorRow
  opened: boolean
  onClose: () => void
  onTold: (credentials: Credentials) => void
}

/** Dialog that gives another operator a generated password. */
export function ResetPassword({ operator: { id, name }, opened, onClose, onTold }: Props) {
  const { mutate, error, isPending, reset } = useResetPassword()
  const close = () => {
    onClose()
    reset()
  }
  return (
    <Confirm
      danger
      opened={opened}
      onClose={close}
      title={text.title(name)}
      confirmLabel={text.confirm}
      error={inWords('reset', error)}
      isPending={isPending}
      onConfirm={() => {
        mutate(id, {
          onSuccess: (credentials) => {
            close()
            onTold(credentials)
          },
        })
      }}
    >
      {text.effect}
    </Confirm>
  )
}
