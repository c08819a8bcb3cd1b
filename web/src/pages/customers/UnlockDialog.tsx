import { type Customer, useUnlock } from '../../api/trade/customers.ts'
import { localize } from '../../i18n.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

type Props = { customer: Customer; opened: boolean; onClose: () => void; onUnlocked: () => void }

const text = localize(
  {
    title: (name: string) => `Desbloquear a ${name}`,
    confirm: 'Desbloquear',
    reason: 'Motivo',
    means:
      'Podrá entrar en la plataforma de inmediato, y los intentos fallidos se contarán desde cero. Tu nombre y el motivo quedan en la auditoría.',
    meanwhile: 'Ya no está bloqueado: no hay nada que hacer.',
  },
  {
    title: (name) => `Unlock ${name}`,
    confirm: 'Unlock',
    reason: 'Reason',
    means:
      'They can sign in on the platform at once, and failed attempts are counted from zero. Your name and the reason are kept in the audit trail.',
    meanwhile: 'They are no longer locked: nothing to do.',
  },
)

/** Explains the consequences of unlocking a customer, asks for a reason, and unlocks. */
export function UnlockDialog({ customer: { id, name, locked }, opened, onClose, onUnlocked }: Props) {
  const { mutate, error, isPending, reset } = useUnlock(id)
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={text.title(name)}
      confirmLabel={text.confirm}
      reason={{ label: text.reason, required: true, maxLength: 500 }}
      error={error}
      isPending={isPending}
      onConfirm={(reason) => {
        mutate(reason, { onSuccess: onUnlocked })
      }}
    >
      <p role="status">{locked || isPending ? text.means : text.meanwhile}</p>
    </ConfirmDialog>
  )
}
