import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { bumpRevision } from '../../database/revision.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { SerialQueue } from '../../lib/serial-queue.ts'
import { slices } from '../../lib/slices.ts'
import type { IncidentChange } from '../incidents/incident-event.ts'
import { auditChanges } from '../incidents/incident-audit.ts'
import { lockIncidentRows } from '../incidents/incident-locks.ts'
import { maxPerTransaction, writeChanges } from '../incidents/incident-writes.ts'
import {
  findSuppression,
  readSuppressionPlan,
  readSuppressors,
  type SuppressionPlan,
  type Suppressors,
} from './find-suppression.ts'
import { isActiveAt } from './maintenance-windows.ts'

const withReasons = {
  include: {
    subject: {
      include: {
        upstream: { select: { upstreamId: true } },
        library: { select: { onboarding: { select: { stage: true } } } },
      },
    },
    maintenance: true,
    suppressedBy: { select: { resolvedAt: true, subjectId: true } },
  },
} as const satisfies Prisma.IncidentDefaultArgs

type SuppressedIncident = Prisma.IncidentGetPayload<typeof withReasons>

/** An incident stays suppressed for this long after its upstream incident was resolved, as it may recover too. */
const recoveryMs = 120_000

/**
 * Ends the suppression of open incidents whose reason is over at `at`, in milliseconds since 1970: they count from then
 * on, unless another reason suppresses them. If several instances try, each incident is written by one.
 */
export async function endSuppressions(
  { db, writes }: { db: RootDatabase; writes: SerialQueue },
  at: number,
): Promise<void> {
  const over = (await listSuppressed(db)).filter((one) => isOver(one, at))
  if (over.length === 0) return
  const plan = await readSuppressionPlan(db, at)
  for (const set of slices(over, maxPerTransaction))
    await writes(() => inTransaction(db, (tx) => endEach(tx, set, { plan, at })))
}

async function listSuppressed(db: Database): Promise<SuppressedIncident[]> {
  const where = { openKey: { not: null }, suppressed: true }
  // Counted first: Prisma reads each relation in a separate statement even without incidents, and this runs each tick.
  if ((await db.incident.count({ where })) === 0) return []
  return db.incident.findMany({ where, orderBy: { number: 'asc' }, ...withReasons })
}

function isOver({ maintenance, suppressedBy, onboarding, subject }: SuppressedIncident, at: number): boolean {
  if (maintenance) return !isActiveAt(maintenance, at)
  if (onboarding) return subject.library?.onboarding?.stage !== 'EN_PRUEBAS'
  if (!suppressedBy) return true
  const { resolvedAt, subjectId } = suppressedBy
  if (resolvedAt !== null) return at - resolvedAt.getTime() >= recoveryMs
  return subject.upstream.every(({ upstreamId }) => upstreamId !== subjectId)
}

type EndingContext = { plan: SuppressionPlan; at: number }

async function endEach(
  tx: Database,
  incidents: readonly SuppressedIncident[],
  { plan, at }: EndingContext,
): Promise<void> {
  await lockIncidentRows(
    tx,
    incidents.map(({ id }) => id),
  )
  const suppressors = await readSuppressors(
    tx,
    incidents.map(({ subjectId }) => subjectId),
    plan,
  )
  const ended = incidents.map((row) => ({ subject: row.subject, row, changes: [changeOf(row, suppressors)] }))
  const metadata = { at, author: null }
  const written = await writeChanges(tx, ended, metadata)
  if (written.length === 0) return
  await bumpRevision(tx, ['panel', 'inventory'])
  await auditChanges(tx, written, metadata)
}

function changeOf({ id, severity, subject }: SuppressedIncident, suppressors: Suppressors): IncidentChange {
  const other = findSuppression(subject, suppressors)
  return other
    ? { event: 'SUPPRESSED', id, severity, evidence: null, ...other }
    : { event: 'UNSUPPRESSED', id, severity, evidence: null }
}
