import { useState } from 'react'
import { Button } from '@mantine/core'
import { type Onboarding, type OnboardingStage, useChangeOnboarding } from '../../api/trade/onboarding.ts'
import { usePermission } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import classes from './StageActions.module.css'

type Move = Exclude<OnboardingStage, 'ACTIVA' | 'EN_PRUEBAS'>

const text = localize(
  {
    start: 'Empezar las pruebas',
    reason: 'Motivo',
    open: { SOLICITADA: 'Volver a solicitada…', RECHAZADA: 'Rechazar…', BAJA: 'Dar de baja…' },
    confirm: { SOLICITADA: 'Volver a solicitada', RECHAZADA: 'Rechazar', BAJA: 'Dar de baja' },
    means: {
      SOLICITADA: 'Dejará de estar en pruebas o rechazada: sus incidentes contarán.',
      RECHAZADA: 'No entrará en la plataforma. Se puede volver a solicitar.',
      BAJA: 'Dejará de vigilarse y de aparecer en las listas, y su incidente abierto quedará resuelto.',
    },
    kept: 'Tu nombre y el motivo quedan en la auditoría.',
  },
  {
    start: 'Begin the tests',
    reason: 'Reason',
    open: { SOLICITADA: 'Back to requested…', RECHAZADA: 'Reject…', BAJA: 'Take off the platform…' },
    confirm: { SOLICITADA: 'Back to requested', RECHAZADA: 'Reject', BAJA: 'Take off the platform' },
    means: {
      SOLICITADA: 'It is no longer under test or rejected: its incidents count.',
      RECHAZADA: 'It does not join the platform. It can be requested again.',
      BAJA: 'It is no longer monitored or listed, and its open incident is resolved.',
    },
    kept: 'Your name and the reason are kept in the audit trail.',
  },
)

/**
 * Buttons that move a bookshop to another stage; empty without the permission. The button of its last step activates
 * the bookshop.
 */
export function StageActions({ onboarding: { id, stage, nextStages } }: { onboarding: Onboarding }) {
  const canOnboard = usePermission('onboard:Library')
  const { mutate, error, isPending } = useChangeOnboarding(id)
  if (!canOnboard || nextStages.length === 0) return null
  const moves = nextStages.filter((next): next is Move => next !== 'ACTIVA' && next !== 'EN_PRUEBAS')
  return (
    <div className={classes.actions}>
      {stage === 'SOLICITADA' && (
        <Button
          size="xs"
          loading={isPending}
          onClick={() => {
            mutate({ change: 'start' })
          }}
        >
          {text.start}
        </Button>
      )}
      {moves.map((to) => (
        <MoveButton key={to} code={id} to={to} />
      ))}
      <ActionError error={error} />
    </div>
  )
}

function MoveButton({ code, to }: { code: string; to: Move }) {
  const [opened, setOpened] = useState(false)
  const { mutate, error, isPending, reset } = useChangeOnboarding(code)
  const close = () => {
    setOpened(false)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          reset()
          setOpened(true)
        }}
      >
        {text.open[to]}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={text.confirm[to]}
        confirmLabel={text.confirm[to]}
        danger={to === 'BAJA'}
        reason={{ label: text.reason, required: to !== 'SOLICITADA' }}
        error={error}
        isPending={isPending}
        onConfirm={(reason) => {
          mutate({ change: 'move', stage: to, reason: reason || null }, { onSuccess: close })
        }}
      >
        <p>
          {text.means[to]} {text.kept}
        </p>
      </ConfirmDialog>
    </>
  )
}
