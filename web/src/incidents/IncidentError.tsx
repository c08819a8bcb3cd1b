import { ApiError } from '../api/client/request.ts'
import { type CurrentIncident, ConflictError } from '../api/incidents/conflict.ts'
import { useSession } from '../api/auth/session.ts'
import { type IncidentStatus } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import errorClasses from '../ui/feedback/ActionError.module.css'
import { errorText } from '../ui/feedback/errorText.ts'
import { formatRelative } from '../format/formatTime.ts'
import { useNow } from '../ui/useNow.ts'
import { resolutions } from './resolutions.ts'

const text = localize(
  {
    tooLate: 'Alguien se ha adelantado.',
    somebody: 'Alguien',
    acknowledged: (operator: string, age: string) => `${operator} lo atendió ${age}.`,
    changed: 'Acaba de cambiar: compruébalo de nuevo.',
  },
  {
    tooLate: 'Someone else was faster.',
    somebody: 'Someone',
    acknowledged: (operator, age) => `${operator} took it ${age}.`,
    changed: 'It has just changed: check it again.',
  },
)

/** Error of an action on an incident: names the colleague who acted first, or gives the server's reason. */
export function IncidentError({ error }: { error: Error | null }) {
  const me = useSession().operator.id
  const isByColleague = error instanceof ConflictError && error.incident.acknowledger?.id !== me
  return isByColleague ? <ConflictNotice incident={error.incident} /> : <ActionError error={error} />
}

function ConflictNotice({ incident }: { incident: CurrentIncident }) {
  const now = useNow()
  return (
    <p className={errorClasses.error} role="alert">
      <strong>{text.tooLate}</strong> {describeConflict(incident, now)}
    </p>
  )
}

/** A sentence that says who resolved an incident meanwhile, if that made a change fail; null for other errors. */
export function resolvedMeanwhile(error: unknown, name: string): string | null {
  if (error instanceof ConflictError)
    return error.incident.status === 'RESOLVED' ? `${name}: ${describeConflict(error.incident, new Date())}` : null
  // The present state of the incident could not be read.
  return error instanceof ApiError && error.sentence === 'INCIDENT_RESOLVED' ? `${name}: ${errorText(error)}` : null
}

/** Describes how an incident changed meanwhile, and by whom. */
const describeConflict = (incident: CurrentIncident, now: Date): string => conflictTexts[incident.status](incident, now)

const conflictTexts: Record<IncidentStatus, (incident: CurrentIncident, now: Date) => string> = {
  OPEN: () => text.changed,
  ACKNOWLEDGED: ({ acknowledgedAt, acknowledgedBy }, now) =>
    acknowledgedAt
      ? text.acknowledged(acknowledgedBy ?? text.somebody, formatRelative(acknowledgedAt, now))
      : text.changed,
  RESOLVED: ({ resolvedAt, resolution, timeline }, now) => {
    if (!resolvedAt || !resolution) return text.changed
    const resolver = timeline.findLast(({ event }) => event === 'RESOLVED')?.by
    return resolutions[resolution].conflict(resolver ?? text.somebody, formatRelative(resolvedAt, now))
  },
}
