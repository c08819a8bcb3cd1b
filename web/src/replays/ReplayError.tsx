import { Button } from '@mantine/core'
import { useRunningReplay } from '../api/messages/replays.ts'
import { ApiError, isRefusal } from '../api/client/request.ts'
import { localize } from '../i18n.ts'
import { focusOnMount } from '../ui/dialogs/focusOnMount.ts'
import { DialogActions } from '../ui/dialogs/Dialog.tsx'
import { errorText } from '../ui/feedback/errorText.ts'
import { commonLabels } from '../ui/labels.ts'
import classes from './ReplayDialog.module.css'
import { ReplayProgress } from './ReplayProgress.tsx'

const text = localize(
  {
    running: 'Hay un reproceso en marcha, y solo puede haber uno a la vez. Vuelve a probar cuando acabe.',
    still: 'El reproceso sigue en marcha. Reintentar es seguro: nada se hace dos veces.',
    runningLabel: 'Reproceso en marcha',
    open: 'No ha llegado la respuesta: no se sabe si el reproceso se ha hecho. Reintentarlo es seguro: nada se hace dos veces.',
    unknown: 'No se ha podido hacer la simulación.',
  },
  {
    running: 'A replay is running, and there is only one at a time. Try again when it is over.',
    still: 'The replay is still running. Trying again is safe: nothing is done twice.',
    runningLabel: 'Running replay',
    open: 'No response arrived: the replay may or may not have run. Trying again is safe: nothing is done twice.',
    unknown: 'The simulation could not be run.',
  },
)

/** Texts by the code of the server's sentence. */
const runningTexts: Partial<Record<string, string>> = { REPLAY_OF_OTHER_RUNS: text.running, REPLAY_RUNS: text.still }

type Props = {
  error: Error | null
  /** Whether the request may have taken effect despite the error. */
  isOutcomeUnknown?: boolean
  onRetry: () => void
  onClose: () => void
}

/** The reason why a replay or its dry run failed, and what to do. */
export function ReplayError({ error, isOutcomeUnknown = false, onRetry, onClose }: Props) {
  const refusal = isRefusal(error) ? (runningTexts[error.sentence ?? ''] ?? errorText(error)) : ''
  const running = useRunningReplay(error instanceof ApiError && error.code === 'CONFLICT')
  return (
    <>
      <div className={classes.notice} role="alert" ref={focusOnMount} tabIndex={-1}>
        <p>
          <strong>{refusal || (isOutcomeUnknown ? text.open : text.unknown)}</strong>
        </p>
        {error && refusal === '' && <p className={classes.aside}>{errorText(error)}</p>}
      </div>
      {running && <ReplayProgress label={text.runningLabel} replay={running} />}
      <DialogActions>
        <Button size="sm" variant="default" onClick={onClose}>
          {commonLabels.close}
        </Button>
        {!(error instanceof ApiError && error.code === 'FORBIDDEN') && (
          <Button size="sm" onClick={onRetry}>
            {commonLabels.retry}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
