import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../api/health.ts'
import { type OpenIncident } from '../api/notifications.ts'
import { words } from '../language.ts'
import { reasonOf } from '../ui/reasons.ts'
import refusal from '../ui/Refusal.module.css'
import classes from './Actions.module.css'

const text = words(
  {
    holds: 'La condición que lo abrió sigue presente.',
    forced:
      'Se cierra por sí solo cuando se recupere. A la fuerza se cierra igualmente; si dentro de 5 minutos sigue así, se abrirá otro incidente.',
  },
  {
    holds: 'The condition that opened it still holds.',
    forced:
      'It ends by itself once it has recovered. By force it ends all the same; if it still holds in 5 minutes, a new incident opens.',
  },
)

type Props = { of: Pick<OpenIncident, 'kind' | 'subject'> }

/** Notice that the condition still holds, with the current numbers and the consequence of forcing. */
export function StillHolds({ of: { kind, subject } }: Props) {
  const { data: health } = useQuery(healthQuery(kind, subject.id))
  return (
    <>
      <p className={refusal.refusal} role="alert">
        <strong>{text.holds}</strong> {health && reasonOf(health)}
      </p>
      <p className={classes.forced}>{text.forced}</p>
    </>
  )
}
