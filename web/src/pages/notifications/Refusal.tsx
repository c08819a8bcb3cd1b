import { Refused } from '../../api/request.ts'
import classes from './Refusal.module.css'

const leads: Record<string, string> = {
  CONFLICT: 'El incidente ha cambiado entretanto.',
  CONDITION_HOLDS: 'La condición que lo abrió sigue presente.',
  FORBIDDEN: 'Tu rol no permite esta acción.',
}

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
