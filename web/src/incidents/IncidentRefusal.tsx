import { type IncidentNow, Overtaken } from '../api/overtaken.ts'
import { words } from '../language.ts'
import { Refusal } from '../ui/Refusal.tsx'
import refusal from '../ui/Refusal.module.css'
import { showAge } from '../ui/times.ts'
import { useNow } from '../ui/useNow.ts'

const text = words(
  {
    quicker: 'Alguien se ha adelantado.',
    somebody: 'Alguien',
    took: (who: string, age: string) => `${who} lo atendió ${age}.`,
    resolved: (who: string, age: string) => `${who} lo resolvió ${age}.`,
    recovered: (age: string) => `Se recuperó y quedó resuelto ${age}.`,
    removed: 'Lo que estaba mal ya no existe.',
    changed: 'Acaba de cambiar: míralo otra vez.',
  },
  {
    quicker: 'Somebody was quicker.',
    somebody: 'Somebody',
    took: (who, age) => `${who} took it ${age}.`,
    resolved: (who, age) => `${who} resolved it ${age}.`,
    recovered: (age) => `It recovered and was resolved ${age}.`,
    removed: 'What was wrong does not exist any more.',
    changed: 'It has just changed: look at it again.',
  },
)

/** Error of an action on an incident: who acted first, or the server's reason. */
export function IncidentRefusal({ error }: { error: Error | null }) {
  return error instanceof Overtaken ? <Quicker incident={error.incident} /> : <Refusal error={error} />
}

function Quicker({ incident }: { incident: IncidentNow }) {
  const now = useNow()
  return (
    <p className={refusal.refusal} role="alert">
      <strong>{text.quicker}</strong> {overtakenInWords(incident, now)}
    </p>
  )
}

/** Describes how an incident changed meanwhile, and by whom. */
export function overtakenInWords(incident: IncidentNow, now: Date): string {
  const { status, acknowledgedAt, acknowledgedBy, resolvedAt, resolution, timeline } = incident
  if (status === 'ACKNOWLEDGED' && acknowledgedAt) {
    return text.took(acknowledgedBy ?? text.somebody, showAge(acknowledgedAt, now))
  }
  if (status !== 'RESOLVED' || !resolvedAt) return text.changed
  if (resolution === 'SUBJECT_REMOVED') return text.removed
  if (resolution === 'AUTOMATIC') return text.recovered(showAge(resolvedAt, now))
  const who = timeline.findLast(({ event }) => event === 'RESOLVED')?.by
  return text.resolved(who ?? text.somebody, showAge(resolvedAt, now))
}
