import type { Database } from '../../database/database.ts'
import { bumpRevision } from '../../database/revision.ts'
import type { TimelineEvent } from '../../generated/prisma/client.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** The delivery of an incident to a destination, as stored in its timeline. */
export type Notice = { destination: string; attempt: number; seconds: number }

/** Writes into the timelines of the incidents of a delivery that it was delivered. `at` is in milliseconds since 1970. */
export async function writeNotices(
  tx: Database,
  { id: deliveryId, destination: { name } }: ClaimedDelivery,
  { attempt, ms, at }: { attempt: number; ms: number; at: number },
): Promise<void> {
  const reported = await tx.deliveryIncident.findMany({
    where: { deliveryId },
    select: { incident: { select: { id: true, severity: true } } },
  })
  if (reported.length === 0) return
  const notice: Notice = { destination: name, attempt, seconds: Math.round(ms) / 1_000 }
  await bumpRevision(tx, ['panel', 'inventory'])
  await tx.timelineEntry.createMany({
    data: reported.map(({ incident: { id, severity } }) => ({
      incidentId: id,
      severity,
      event: 'NOTIFIED' as const,
      at: new Date(at),
      note: `${name}, intento ${attempt}, ${seconds.format(notice.seconds)} s`,
      evidence: notice,
    })),
  })
}

const seconds = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })

/** The delivery that an entry of a timeline is about; null for any other event. */
export const noticeOf = ({ event, evidence }: { event: TimelineEvent; evidence: unknown }): Notice | null =>
  event === 'NOTIFIED' ? (evidence as Notice) : null
