import { Link } from '@tanstack/react-router'
import { type Onboarding, type OnboardingStep, useChangeOnboarding } from '../../api/trade/onboarding.ts'
import { usePermission } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'
import { stageTable, stepLabels } from './labels.ts'
import { ReprocessWaiting } from './ReprocessWaiting.tsx'
import classes from './StepActions.module.css'
import { WaiveStep } from './WaiveStep.tsx'

const text = localize(
  {
    see: 'Ver',
    check: 'Comprobar',
    tick: 'Marcar',
    untick: 'Desmarcar',
    withdraw: 'Quitar la dispensa',
    activate: 'Activar',
    of: (action: string, step: string) => `${action}: ${step}`,
  },
  {
    see: 'See',
    check: 'Check',
    tick: 'Tick',
    untick: 'Untick',
    withdraw: 'Withdraw the waiver',
    activate: 'Activate',
    of: (action, step) => `${action}: ${step}`,
  },
)

type Props = { step: OnboardingStep; onboarding: Onboarding }

/** The proof of a step, and its buttons for operators with the permission. */
export function StepActions({ step, onboarding }: Props) {
  const canOnboard = usePermission('onboard:Library')
  return (
    <div className={classes.actions}>
      <Proof step={step} code={onboarding.id} />
      {step.key === 'PENDING_MESSAGES' && <Waiting step={step} />}
      {canOnboard && stageTable[onboarding.stage].isChangeable && <Changes step={step} onboarding={onboarding} />}
    </div>
  )
}

/** Link to the data that the step was derived from. */
function Proof({ step: { key, parameters }, code }: { step: OnboardingStep; code: string }) {
  const label = text.of(text.see, stepLabels[key])
  const messageId = parameterOf(parameters, 'messageId')
  if (messageId !== null)
    return (
      <Link to="/messages/$id" params={{ id: messageId }} aria-label={label}>
        {text.see}
      </Link>
    )
  if (key === 'CUSTOMERS')
    return (
      <Link to="/customers" search={{ library: code }} aria-label={label}>
        {text.see}
      </Link>
    )
  return null
}

function Waiting({ step: { parameters } }: { step: OnboardingStep }) {
  const sinliId = parameterOf(parameters, 'sinliId')
  if (sinliId === null) return null
  return <ReprocessWaiting sinliId={sinliId} count={Number(parameterOf(parameters, 'count') ?? 0)} />
}

function parameterOf(parameters: unknown, name: string): string | null {
  const value = (parameters as Record<string, unknown>)[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function Changes({ step, onboarding }: Props) {
  const { key, status, manual, waiver } = step
  const { id, stage, nextStep } = onboarding
  const { mutate, error, isPending } = useChangeOnboarding(id)
  const button = (label: string, change: Parameters<typeof mutate>[0]) => (
    <CompactButton
      loading={isPending}
      aria-label={text.of(label, stepLabels[key])}
      onClick={() => {
        mutate(change)
      }}
    >
      {label}
    </CompactButton>
  )
  return (
    <>
      {key === 'EMAIL' && button(text.check, { change: 'check' })}
      {manual && status !== 'DONE' && button(text.tick, { change: 'complete', step: key, done: true })}
      {manual && status === 'DONE' && button(text.untick, { change: 'complete', step: key, done: false })}
      {status === 'MISSING' && <WaiveStep code={id} step={key} />}
      {status === 'WAIVED' && waiver && button(text.withdraw, { change: 'complete', step: key, done: false })}
      {key === 'STABLE' &&
        stage === 'EN_PRUEBAS' &&
        nextStep === null &&
        button(text.activate, { change: 'move', stage: 'ACTIVA', reason: null })}
      <ActionError error={error} />
    </>
  )
}
