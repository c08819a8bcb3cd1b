import { Button } from '@mantine/core'
import { useRunningReplay } from '../../api/replays.ts'
import { Refused } from '../../api/request.ts'
import { words } from '../../language.ts'
import { DialogActions } from '../../ui/Dialog.tsx'
import { common } from '../../ui/words.ts'
import classes from './ReplayDialog.module.css'
import { ReplayProgress } from './ReplayProgress.tsx'

const text = words(
  {
    running: 'Hay un reproceso en marcha, y solo puede haber uno a la vez. Cuando acabe, vuelve a probar.',
    theRunningOne: 'El que está en marcha',
    forbidden: 'Tu rol no permite reprocesar mensajes.',
    gone: 'Alguno de los mensajes ya no existe.',
    open: 'No ha llegado la respuesta: no se sabe si el reproceso se ha hecho. Reintentarlo es seguro: nada se hace dos veces.',
    unknown: 'No se ha podido comprobar qué pasaría.',
  },
  {
    running: 'A replay is running, and there is only one at a time. When it is over, try again.',
    theRunningOne: 'The one that runs',
    forbidden: 'Your role does not allow reprocessing messages.',
    gone: 'Some of the messages are not there any more.',
    open: 'The answer did not arrive: it is not known whether the replay was done. Trying again is safe: nothing is done twice.',
    unknown: 'It could not be found out what would happen.',
  },
)

const leads: Partial<Record<string, string>> = {
  CONFLICT: text.running,
  FORBIDDEN: text.forbidden,
  NOT_FOUND: text.gone,
}

type Props = {
  error: Error | null
  /** Whether the request may have taken effect despite the error. */
  isOutcomeOpen?: boolean
  onRetry: () => void
  onClose: () => void
}

/** The reason why a replay or its dry run failed, and what to do. */
export function ReplayRefusal({ error, isOutcomeOpen = false, onRetry, onClose }: Props) {
  const code = error instanceof Refused ? error.code : ''
  const running = useRunningReplay(code === 'CONFLICT')
  return (
    <>
      <div className={classes.notice} role="alert">
        <p>
          <strong>{leads[code] ?? (isOutcomeOpen ? text.open : text.unknown)}</strong>
        </p>
        {leads[code] === undefined && <p className={classes.aside}>{error?.message}</p>}
      </div>
      {running && <ReplayProgress doing={text.theRunningOne} replay={running} />}
      <DialogActions>
        <Button size="sm" variant="default" onClick={onClose}>
          {common.close}
        </Button>
        {code !== 'FORBIDDEN' && (
          <Button size="sm" onClick={onRetry}>
            {common.retry}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
