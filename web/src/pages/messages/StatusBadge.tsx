import { type SinliStatus } from '../../generated/graphql.ts'
import { sinliStatusLabels } from './statusLabels.ts'
import { statusMeanings, statusTones } from './statuses.ts'
import { StatusDot } from '../../ui/display/StatusDot.tsx'

/** The status of a message. */
export function StatusBadge({ status }: { status: SinliStatus }) {
  return (
    <StatusDot tone={statusTones[status]} title={statusMeanings[status]}>
      {sinliStatusLabels[status]}
    </StatusDot>
  )
}
