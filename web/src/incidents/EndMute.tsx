import { type Mute, useEndMute } from '../api/incidents/maintenance.ts'
import { usePermission } from '../api/auth/session.ts'
import { localize } from '../i18n.ts'
import { scopeText } from '../subjects/scope.ts'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'

const text = localize(
  { end: 'Volver a avisar', endOne: (name: string) => `Volver a avisar de ${name}` },
  { end: 'Alert again', endOne: (name) => `Alert again about ${name}` },
)

/** Button that ends a mute; empty without the permission. */
export function EndMute({ mute: { id, matcher } }: { mute: Mute }) {
  const canMute = usePermission('mute:Incident')
  const { mutate, error, isPending } = useEndMute()
  if (!canMute) return null
  return (
    <span>
      <CompactButton
        aria-label={text.endOne(scopeText(matcher))}
        loading={isPending}
        onClick={() => {
          mutate(id)
        }}
      >
        {text.end}
      </CompactButton>
      <ActionError error={error} />
    </span>
  )
}
