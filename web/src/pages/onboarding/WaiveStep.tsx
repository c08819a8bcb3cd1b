import { useState } from 'react'
import { type OnboardingStepKey, useChangeOnboarding } from '../../api/trade/onboarding.ts'
import { localize } from '../../i18n.ts'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { stepLabels } from './labels.ts'

const text = localize(
  {
    open: 'Dispensar…',
    title: (step: string) => `Dispensar: ${step}`,
    confirm: 'Dispensar',
    reason: 'Motivo',
    means: 'Dejará de faltar para activar la librería. Tu nombre y el motivo quedan en la auditoría.',
  },
  {
    open: 'Waive…',
    title: (step) => `Waive: ${step}`,
    confirm: 'Waive',
    reason: 'Reason',
    means:
      'It is no longer missing for the bookshop to be activated. Your name and the reason are kept in the audit trail.',
  },
)

/** Button and dialog that waive a step for a reason. */
export function WaiveStep({ code, step }: { code: string; step: OnboardingStepKey }) {
  const [opened, setOpened] = useState(false)
  const { mutate, error, isPending, reset } = useChangeOnboarding(code)
  const title = text.title(stepLabels[step])
  const close = () => {
    setOpened(false)
  }
  return (
    <>
      <CompactButton
        aria-label={title}
        onClick={() => {
          reset()
          setOpened(true)
        }}
      >
        {text.open}
      </CompactButton>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={title}
        confirmLabel={text.confirm}
        reason={{ label: text.reason, required: true }}
        error={error}
        isPending={isPending}
        onConfirm={(reason) => {
          mutate({ change: 'waive', step, reason }, { onSuccess: close })
        }}
      >
        <p>{text.means}</p>
      </ConfirmDialog>
    </>
  )
}
