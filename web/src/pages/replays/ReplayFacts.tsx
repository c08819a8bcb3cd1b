import { type Replay } from '../../api/replays.ts'
import { words } from '../../language.ts'
import { Facts } from '../../ui/Facts.tsx'
import { showExactTime, showLasting } from '../../ui/times.ts'
import { common } from '../../ui/words.ts'
import { selectionInWords } from './selections.ts'

const names = words(
  ['Mensajes', 'Quién', 'Por qué', 'Empezó', 'Duró', 'Forzado'],
  ['Messages', 'Who', 'Why', 'Began', 'Lasted', 'By force'],
)

/** The request of a replay: its selection, operator and reason. */
export function ReplayFacts({ replay }: { replay: Replay | undefined }) {
  if (!replay) return <Facts names={names} values={undefined} />
  const { operator, reason, startedAt, finishedAt, force } = replay
  return (
    <Facts
      names={names}
      values={[
        selectionInWords(replay),
        operator?.name,
        reason,
        showExactTime(startedAt),
        finishedAt && showLasting(startedAt, finishedAt),
        force ? common.yes : common.no,
      ]}
    />
  )
}
