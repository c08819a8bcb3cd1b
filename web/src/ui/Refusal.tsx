import { Refused } from '../api/request.ts'
import { words } from '../language.ts'
import classes from './Refusal.module.css'

const leads: Record<string, string> = words(
  {
    CONFLICT: 'Ha cambiado entretanto.',
    CONDITION_HOLDS: 'La condición que lo abrió sigue presente.',
    FORBIDDEN: 'Tu rol no permite esta acción.',
    NOT_FOUND: 'Ya no existe.',
  },
  {
    CONFLICT: 'It has changed meanwhile.',
    CONDITION_HOLDS: 'The condition that opened it still holds.',
    FORBIDDEN: 'Your role does not allow this.',
    NOT_FOUND: 'It is not there any more.',
  },
)

/** Why an action was refused: in our words what it means, in the server's the details. */
export function Refusal({ error }: { error: Error | null }) {
  if (!error) return null
  const lead = error instanceof Refused ? leads[error.code] : undefined
  return (
    <p className={classes.refusal} role="alert">
      {lead && <strong>{lead} </strong>}
      {error.message}
    </p>
  )
}
