import { type SinliStatus } from '../../generated/graphql.ts'
import { sinliStatusLabels } from './statusLabels.ts'
import { statusMeanings } from './statuses.ts'
import { StatusDot, type Tone } from '../../ui/display/StatusDot.tsx'

const tones: Record<SinliStatus, Tone> = {
  RECEIVED: 'waiting',
  PROCESSING: 'waiting',
  PROCESSED: 'good',
  PROCESSED_WITH_WARNINGS: 'odd',
  FAILED: 'bad',
  DUPLICATE: 'quiet',
  SKIPPED: 'quiet',
}

/** The status of a message. */
export function StatusBadge({ status }: { status: SinliStatus }) {
  return (
    <StatusDot tone={tones[status]} title={statusMeanings[status]}>
      {sinliStatusLabels[status]}
    </StatusDot>
  )
}
