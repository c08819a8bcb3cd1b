import { useRunningReplay } from '../api/messages/replays.ts'
import { localize } from '../i18n.ts'
import { focusOnMount } from '../ui/dialogs/focusOnMount.ts'
import classes from './ReplayDialog.module.css'
import { ReplayProgress } from './ReplayProgress.tsx'

const text = localize(
  { goesOn: 'Sigue en marcha aunque cierres esta ventana.' },
  { goesOn: 'It continues even if you close this window.' },
)

type Props = {
  label: string
  /** Whether the progress takes the focus, because the button that started the replay is gone. */
  takesFocus?: boolean
}

/** The progress of the replay that is running. */
export function RunningReplay({ label, takesFocus = false }: Props) {
  const running = useRunningReplay(true)
  return (
    <div ref={takesFocus ? focusOnMount : null} tabIndex={-1} className={classes.running}>
      <ReplayProgress label={label} replay={running} />
      <p className={classes.aside}>{text.goesOn}</p>
    </div>
  )
}
