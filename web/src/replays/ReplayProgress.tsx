import { Progress } from '@mantine/core'
import { localize } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { NO_VALUE } from '../format/noValue.ts'
import classes from './ReplayProgress.module.css'

type Props = {
  /** The label of the current activity. */
  label: string
  /** The counts of the replay; undefined if the progress is unknown. */
  replay: { doneCount: number; selectedCount: number } | null | undefined
}

const text = localize(
  { of: (done: string, total: string) => `${done} de ${total}`, progress: 'Progreso' },
  { of: (done, total) => `${done} of ${total}`, progress: 'Progress' },
)

/** The progress of a replay. */
export function ReplayProgress({ label, replay }: Props) {
  const share = replay && replay.selectedCount > 0 ? (100 * replay.doneCount) / replay.selectedCount : 0
  const progressText = replay ? text.of(formatInteger(replay.doneCount), formatInteger(replay.selectedCount)) : NO_VALUE
  return (
    <div className={classes.progress}>
      <p className={classes.labels}>
        <strong role="status">{label}</strong>
        <span>{progressText}</span>
      </p>
      <Progress value={share} size="sm" aria-label={text.progress} />
    </div>
  )
}
