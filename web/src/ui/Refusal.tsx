import { Refused } from '../api/request.ts'
import { words } from '../language.ts'
import classes from './Refusal.module.css'

const sentences: Partial<Record<string, string>> = words(
  {
    CONFLICT: 'Ha cambiado entretanto: míralo otra vez.',
    FORBIDDEN: 'Tu rol no permite esta acción.',
    NOT_FOUND: 'Ya no existe.',
    TOO_MANY_REQUESTS: 'Demasiadas peticiones seguidas: espera un momento y vuelve a probar.',
    UNAVAILABLE: 'El servidor no puede atenderlo ahora mismo: vuelve a probar en un momento.',
  },
  {
    CONFLICT: 'It has changed meanwhile: look at it again.',
    FORBIDDEN: 'Your role does not allow this.',
    NOT_FOUND: 'It is not there any more.',
    TOO_MANY_REQUESTS: 'Too many requests at once: wait a moment and try again.',
    UNAVAILABLE: 'The server cannot do it right now: try again in a moment.',
  },
)

/** Error of an action: a translated sentence for the common codes, otherwise the server's message. */
export function Refusal({ error }: { error: Error | null }) {
  if (!error) return null
  const sentence = error instanceof Refused ? sentences[error.code] : undefined
  return (
    <p className={classes.refusal} role="alert">
      {sentence ?? error.message}
    </p>
  )
}
