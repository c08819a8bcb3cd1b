import { ApiError } from '../api/client/request.ts'
import { localize } from '../i18n.ts'
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

/** Whether the server refused because the condition still holds. */
export const isConditionHolds = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'CONDITION_HOLDS'

/** Notice that the condition still holds, with the numbers of the refusal and the consequence of forcing. */
export function ConditionHoldsNotice({ error }: { error: ApiError }) {
  return (
    <>
      <ConditionNumbers error={error} />
      <p className={classes.consequence}>{text.forced}</p>
    </>
  )
}

/** The numbers of the refusal. */
export function ConditionNumbers({ error: { condition } }: { error: ApiError }) {
  return (
    <p className={errorClasses.error} role="alert">
      <strong>{text.holds}</strong> {condition}
    </p>
  )
}
