import { type Replay } from '../api/messages/replays.ts'
import { localize } from '../i18n.ts'
import { DescriptionList, type Fact, itemsOf } from '../ui/display/DescriptionList.tsx'
import { formatExactTime, formatDuration } from '../format/formatTime.ts'
import { commonLabels } from '../ui/labels.ts'
import { describeSelection } from './selections.ts'

const names = localize(
  {
    messages: 'Mensajes',
    operator: 'Operador',
    reason: 'Motivo',
    started: 'Inicio',
    duration: 'Duración',
    forced: 'Forzado',
  },
  {
    messages: 'Messages',
    operator: 'Operator',
    reason: 'Reason',
    started: 'Started',
    duration: 'Duration',
    forced: 'Forced',
  },
)

/** The request of a replay: its selection, operator and reason. */
export const ReplayFacts = ({ replay }: { replay: Replay | undefined }) => (
  <DescriptionList items={itemsOf(facts, replay)} />
)

const facts: readonly Fact<Replay>[] = [
  { name: names.messages, valueOf: describeSelection },
  { name: names.operator, valueOf: ({ operator }) => operator?.name ?? null },
  { name: names.reason, valueOf: ({ reason }) => reason },
  { name: names.started, valueOf: ({ startedAt }) => formatExactTime(startedAt) },
  {
    name: names.duration,
    valueOf: ({ startedAt, finishedAt }) => finishedAt && formatDuration(startedAt, finishedAt),
  },
  { name: names.forced, valueOf: ({ force }) => (force ? commonLabels.yes : commonLabels.no) },
]
