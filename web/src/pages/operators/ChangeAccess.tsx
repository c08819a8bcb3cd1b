import { type OperatorRow, useDisable, useEnable } from '../../api/operators.ts'
import { words } from '../../language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { inWords } from './refusals.ts'

const text = words(
  {
    disableTitle: (name: string) => `Desactivar a ${name}`,
    disable: 'Desactivar',
    disabling: 'Sus sesiones se cierran en el acto y no podrá volver a entrar hasta que se active. No se borra nada.',
    disablingMe: 'Eres tú: tu sesión se cierra en el acto y no podrás volver a entrar hasta que alguien te active.',
    enableTitle: (name: string) => `Activar a ${name}`,
    enable: 'Activar',
    enabling: 'Podrá volver a entrar con la contraseña que tenía.',
  },
  {
    disableTitle: (name) => `Disable ${name}`,
    disable: 'Disable',
    disabling: 'Their sessions end at once and they sign in no more until they are enabled. Nothing is deleted.',
    disablingMe: 'This is you: your session ends at once and you sign in no more until somebody enables you.',
    enableTitle: (name) => `Enable ${name}`,
    enable: 'Enable',
    enabling: 'They may sign in again with the password they had.',
  },
)

type Props = { operator: OperatorRow; opened: boolean; onClose: () => void }

/** Dialog that disables an operator's account. */
export function Disable({ operator: { id, name }, isMe, opened, onClose }: Props & { isMe: boolean }) {
  const { mutate, error, isPending, reset } = useDisable()
  return (
    <Confirm
      danger
      opened={opened}
      onClose={() => {
        onClose()
        reset()
      }}
      title={text.disableTitle(name)}
      confirmLabel={text.disable}
      error={inWords('change', error)}
      isPending={isPending}
      onConfirm={() => {
        mutate(id, { onSuccess: onClose })
      }}
    >
      {isMe ? text.disablingMe : text.disabling}
    </Confirm>
  )
}

/** Dialog that enables an operator's account again. */
export function Enable({ operator: { id, name }, opened, onClose }: Props) {
  const { mutate, error, isPending, reset } = useEnable()
  return (
    <Confirm
      opened={opened}
      onClose={() => {
        onClose()
        reset()
      }}
      title={text.enableTitle(name)}
      confirmLabel={text.enable}
      error={inWords('change', error)}
      isPending={isPending}
      onConfirm={() => {
        mutate(id, { onSuccess: onClose })
      }}
    >
      {text.enabling}
    </Confirm>
  )
}
