import { type SinliStatus } from '../../generated/graphql.ts'
import { sinliStatusLabels } from '../../ui/sinliStatus.ts'
import { statusMeanings } from './statuses.ts'
import { ToneMark, type Tone } from '../../ui/ToneMark.tsx'

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
export function StatusMark({ status }: { status: SinliStatus }) {
  return (
    <ToneMark tone={tones[status]} title={statusMeanings[status]}>
      {sinliStatusLabels[status]}
    </ToneMark>
  )
}
