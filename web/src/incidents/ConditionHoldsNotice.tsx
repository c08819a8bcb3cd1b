import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../api/health/health.ts'
import { type OpenIncident } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import { reasonText } from '../health/reasonText.ts'
import errorClasses from '../ui/feedback/ActionError.module.css'
import classes from './Actions.module.css'

const text = localize(
  {
    holds: 'La condición que lo abrió sigue presente.',
    forced:
      'Se cerrará automáticamente cuando se recupere. Si lo resuelves de todos modos y en 5 minutos continúa, se abrirá otro incidente.',
  },
  {
    holds: 'The problem that opened it persists.',
    forced:
      'It closes automatically once it has recovered. If you resolve it anyway and it persists for 5 minutes, a new incident opens.',
  },
)

type Props = { incident: Pick<OpenIncident, 'kind' | 'subject'> }

/** Notice that the condition still holds, with the current numbers and the consequence of forcing. */
export function ConditionHoldsNotice({ incident: { kind, subject } }: Props) {
  const { data: health } = useQuery(healthQuery(kind, subject.id))
  return (
    <>
      <p className={errorClasses.error} role="alert">
        <strong>{text.holds}</strong> {health && reasonText(health)}
      </p>
      <p className={classes.consequence}>{text.forced}</p>
    </>
  )
}
