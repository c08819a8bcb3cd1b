import { type TraceStep, type TraceStepOf } from '../../api/messages/trace.ts'
import { outcomeText } from '../../examples/requestOutcome.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { formatDuration } from '../../format/formatTime.ts'
import { localize } from '../../i18n.ts'
import { deliveryStatuses } from '../alerts/labels.ts'
import { actionLabel } from '../audit/actions.ts'
import { statusLabels } from '../incidents/labels.ts'
import { partyName } from '../messages/documents.ts'
import { sinliStatusLabels } from '../messages/statusLabels.ts'
import { outcomes } from './labels.ts'

const text = localize(
  {
    parties: (sender: string, receiver: string) => `de ${sender} para ${receiver}`,
    replayed: (done: string) => `${done} mensajes`,
    dryRun: 'simulación',
    inReplay: 'en un reproceso',
    incident: (number: number, title: string) => `nº ${String(number)} · ${title}`,
  },
  {
    parties: (sender, receiver) => `from ${sender} to ${receiver}`,
    replayed: (done) => `${done} messages`,
    dryRun: 'simulation',
    inReplay: 'in a replay',
    incident: (number, title) => `no. ${String(number)} · ${title}`,
  },
)

/** The title of a step in the language of the page. */
export function stepTitle(step: TraceStep): string {
  if (step.__typename === 'AuditStep') return actionLabel({ action: step.title, before: null }) ?? step.title
  if (step.__typename === 'ReplayStep') return text.replayed(step.title)
  if (step.__typename === 'IncidentStep') return text.incident(step.number, step.title)
  return step.title
}

/** Further facts of a step in one line, without its outcome; empty if there are none. */
export const stepDetails = (step: TraceStep): string =>
  detailsOf(step)
    .filter((part) => part !== null && part !== '' && part !== outcomes[step.outcome].label)
    .join(' · ')

function detailsOf(step: TraceStep): readonly (string | null)[] {
  switch (step.__typename) {
    case 'RequestStep':
      return [`HTTP ${String(step.httpStatus)}`, step.caller, step.address]
    case 'AuditStep':
      return [step.actor, step.object]
    case 'MessageStep':
      return [sinliStatusLabels[step.status], partiesOf(step)]
    case 'AttemptStep':
      return [sinliStatusLabels[step.status], step.replayId === null ? null : text.inReplay]
    case 'ReplayStep':
      return [step.dryRun ? text.dryRun : null]
    case 'DocumentStep':
      return [partiesOf(step.document)]
    case 'IncidentStep':
      return [statusLabels[step.incidentStatus]]
    case 'DeliveryStep':
      return [deliveryStatuses[step.deliveryStatus].label]
    case 'ExampleStep':
      return [outcomeText({ status: step.httpStatus, errorType: step.errorType }), step.subjectId]
  }
}

type Parties = Pick<TraceStepOf<'MessageStep'>, 'sender' | 'receiver'>

/** The sender and the receiver of a document. */
export const partiesOf = ({ sender, receiver }: Parties): string => text.parties(partyName(sender), partyName(receiver))

/** A duration in milliseconds up to a second, rounded above. */
export const formatStepDuration = (ms: number): string =>
  ms < 1_000 ? `${formatInteger(ms)} ms` : formatDuration(new Date(0), new Date(ms))
