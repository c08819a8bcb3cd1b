import type { ChangePart } from '../../audit/commit.ts'
import type { Database } from '../../database/database.ts'
import type { TimelineEvent } from '../../generated/prisma/client.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** The delivery of an incident to a destination, as stored in its timeline. */
export type Notice = { destination: string; attempt: number; seconds: number }

/** The ids of those incidents of a delivery that a receiver has heard of, or all of them. */
export type Told = ReadonlySet<string> | 'ALL'

/** Adds a delivery to the timelines of its incidents. `at` is in milliseconds since 1970. */
export async function writeNotices(
  tx: Database,
  { id: deliveryId, destination: { name } }: ClaimedDelivery,
  told: Told,
  { attempt, ms, at }: { attempt: number; ms: number; at: number },
): Promise<ChangePart> {
  if (told !== 'ALL' && told.size === 0) return {}
  const reported = await tx.deliveryIncident.findMany({
    where: { deliveryId, ...(told !== 'ALL' && { incidentId: { in: [...told] } }) },
    select: { incident: { select: { id: true, severity: true } } },
    // The entries lock their incidents. The order is that of all writers of incidents, because any other could
    // deadlock.
    orderBy: { incidentId: 'asc' },
  })
  if (reported.length === 0) return {}
  const notice: Notice = { destination: name, attempt, seconds: Math.round(ms) / 1_000 }
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
  return { views: ['panel', 'inventory'] }
}

const seconds = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })

/** The delivery that an entry of a timeline is about; null for any other event. */
export const noticeOf = ({ event, evidence }: { event: TimelineEvent; evidence: unknown }): Notice | null =>
  event === 'NOTIFIED' ? (evidence as Notice) : null
