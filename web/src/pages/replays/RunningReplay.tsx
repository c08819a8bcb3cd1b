import { useRunningReplay } from '../../api/replays.ts'
import { words } from '../../language.ts'
import classes from './ReplayDialog.module.css'
import { ReplayProgress } from './ReplayProgress.tsx'

const text = words(
  { goesOn: 'Sigue en marcha aunque cierres esta ventana.' },
  { goesOn: 'It goes on even if you close this window.' },
)

/** The progress of the replay that is running. */
export function RunningReplay({ doing }: { doing: string }) {
  const running = useRunningReplay(true)
  return (
    <>
      <ReplayProgress doing={doing} replay={running} />
      <p className={classes.aside}>{text.goesOn}</p>
    </>
  )
}
