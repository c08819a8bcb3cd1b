import { Progress } from '@mantine/core'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './ReplayProgress.module.css'

type Props = {
  /** The label of the current activity. */
  doing: string
  /** Undefined if the progress is unknown. */
  replay: { doneCount: number; selectedCount: number } | null | undefined
}

const text = words(
  { of: (done: string, all: string) => `${done} de ${all}`, progress: 'Progreso' },
  { of: (done, all) => `${done} of ${all}`, progress: 'Progress' },
)

/** The progress of a replay. */
export function ReplayProgress({ doing, replay }: Props) {
  const share = replay && replay.selectedCount > 0 ? (100 * replay.doneCount) / replay.selectedCount : 0
  const told = replay ? text.of(showWhole(replay.doneCount), showWhole(replay.selectedCount)) : UNKNOWN
  return (
    <div className={classes.progress}>
      <p className={classes.words}>
        <strong role="status">{doing}</strong>
        <span>{told}</span>
      </p>
      <Progress value={share} size="sm" aria-label={text.progress} />
    </div>
  )
}
