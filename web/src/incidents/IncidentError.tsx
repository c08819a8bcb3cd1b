import { type CurrentIncident, ConflictError } from '../api/incidents/conflict.ts'
import { localize } from '../i18n.ts'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import errorClasses from '../ui/feedback/ActionError.module.css'
import { formatRelative } from '../format/formatTime.ts'
import { useNow } from '../ui/useNow.ts'

const text = localize(
  {
    tooLate: 'Alguien se ha adelantado.',
    somebody: 'Alguien',
    acknowledged: (operator: string, age: string) => `${operator} lo atendió ${age}.`,
    resolved: (operator: string, age: string) => `${operator} lo resolvió ${age}.`,
    recovered: (age: string) => `Se recuperó y quedó resuelto ${age}.`,
    removed: 'El elemento vigilado ya no existe.',
    changed: 'Acaba de cambiar: compruébalo de nuevo.',
  },
  {
    tooLate: 'Someone else was faster.',
    somebody: 'Someone',
    acknowledged: (operator, age) => `${operator} took it ${age}.`,
    resolved: (operator, age) => `${operator} resolved it ${age}.`,
    recovered: (age) => `It recovered and was resolved ${age}.`,
    removed: 'What it monitored no longer exists.',
    changed: 'It has just changed: check it again.',
  },
)

/** Error of an action on an incident: who acted first, or the server's reason. */
export function IncidentError({ error }: { error: Error | null }) {
  return error instanceof ConflictError ? <ConflictNotice incident={error.incident} /> : <ActionError error={error} />
}

function ConflictNotice({ incident }: { incident: CurrentIncident }) {
  const now = useNow()
  return (
    <p className={errorClasses.error} role="alert">
      <strong>{text.tooLate}</strong> {describeConflict(incident, now)}
    </p>
  )
}

/** Describes how an incident changed meanwhile, and by whom. */
export function describeConflict(incident: CurrentIncident, now: Date): string {
  const { status, acknowledgedAt, acknowledgedBy, resolvedAt, resolution, timeline } = incident
  if (status === 'ACKNOWLEDGED' && acknowledgedAt) {
    return text.acknowledged(acknowledgedBy ?? text.somebody, formatRelative(acknowledgedAt, now))
  }
  if (status !== 'RESOLVED' || !resolvedAt) return text.changed
  if (resolution === 'SUBJECT_REMOVED') return text.removed
  if (resolution === 'AUTOMATIC') return text.recovered(formatRelative(resolvedAt, now))
  const resolver = timeline.findLast(({ event }) => event === 'RESOLVED')?.by
  return text.resolved(resolver ?? text.somebody, formatRelative(resolvedAt, now))
}
