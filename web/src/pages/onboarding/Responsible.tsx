import { type Onboarding, useChangeOnboarding } from '../../api/trade/onboarding.ts'
import { usePermission, useSession } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'

const text = localize(
  { has: (name: string) => `La lleva ${name}`, nobody: 'No la lleva nadie', take: 'La llevo yo', drop: 'Dejarla' },
  { has: (name) => `In the hands of ${name}`, nobody: 'In nobody’s hands', take: 'Take it', drop: 'Give it up' },
)

/** The operator responsible for a bookshop, and the button that takes or releases it. */
export function Responsible({ onboarding: { id, responsible } }: { onboarding: Onboarding }) {
  const canOnboard = usePermission('onboard:Library')
  const { operator } = useSession()
  const { mutate, error, isPending } = useChangeOnboarding(id)
  const isOwn = responsible?.id === operator.id
  return (
    <>
      <span>{responsible ? text.has(responsible.name) : text.nobody}</span>
      {canOnboard && (
        <CompactButton
          loading={isPending}
          onClick={() => {
            mutate({ change: 'assign', responsibleId: isOwn ? null : operator.id })
          }}
        >
          {isOwn ? text.drop : text.take}
        </CompactButton>
      )}
      <ActionError error={error} />
    </>
  )
}
