import { type Replay } from '../api/messages/replays.ts'
import { localize } from '../i18n.ts'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { formatExactTime, formatDuration } from '../format/formatTime.ts'
import { commonLabels } from '../ui/labels.ts'
import { describeSelection } from './selections.ts'

const names = localize(
  ['Mensajes', 'Operador', 'Motivo', 'Inicio', 'Duración', 'Forzado'],
  ['Messages', 'Operator', 'Reason', 'Started', 'Duration', 'Forced'],
)

/** The request of a replay: its selection, operator and reason. */
export function ReplayFacts({ replay }: { replay: Replay | undefined }) {
  if (!replay) return <DescriptionList names={names} values={undefined} />
  const { operator, reason, startedAt, finishedAt, force } = replay
  return (
    <DescriptionList
      names={names}
      values={[
        describeSelection(replay),
        operator?.name,
        reason,
        formatExactTime(startedAt),
        finishedAt && formatDuration(startedAt, finishedAt),
        force ? commonLabels.yes : commonLabels.no,
      ]}
    />
  )
}
