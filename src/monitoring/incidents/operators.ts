import type { RootDatabase } from '../../database/database.ts'
import { Refusal } from '../../errors.ts'
import { findIncidents, type Incident } from './incident-queries.ts'
import { asIncident, type Author } from './incident-writes.ts'
import { settleByHand } from './incidents.ts'
import type { Case } from '../health/subjects.ts'
import { endOf } from './lifecycle.ts'
import { explain } from '../health/reason.ts'
import { evidenceOfState } from '../health/health.ts'
import { resolvedByHand } from '../health/resolution.ts'

/** Does something while nothing is being judged, given how the subject stands. */
export type WhileStill = <T>(subjectId: number, work: (present: Case, at: number) => Promise<T>) => Promise<T>

/**
 * Takes an open incident. Of two operators at once, one succeeds and the other learns that it was taken.
 * @throws Refusal NOT_FOUND; CONFLICT when it was taken or resolved already.
 */
export async function acknowledge(db: RootDatabase, id: string, author: Author, at: number): Promise<Incident> {
  const { subject, acknowledgedBy, ...row } = await existing(db, id)
  if (row.status === 'ACKNOWLEDGED')
    throw new Refusal('CONFLICT', `This incident was already taken by ${acknowledgedBy?.name ?? 'somebody else'}.`)
  if (row.status === 'RESOLVED') throw alreadyResolved()
  const change = { event: 'ACKNOWLEDGED', id, severity: row.severity, evidence: null } as const
  await settleByHand(db, { subject, row, change, author, verdict: null }, at)
  return existing(db, id)
}

/**
 * Ends an incident by hand. While the condition holds only `force` ends it; if it still holds 5 minutes later, a new one opens.
 * @throws Refusal NOT_FOUND; CONFLICT when it is over already; CONDITION_HOLDS with the present numbers.
 */
export async function resolve(
  db: RootDatabase,
  whileStill: WhileStill,
  { id, force }: { id: string; force: boolean },
  author: Author,
): Promise<Incident> {
  const { subjectId } = await bare(db, id)
  await whileStill(subjectId, async ({ subject, memory, summary, policy }, at) => {
    const row = await bare(db, id)
    if (row.status === 'RESOLVED') throw alreadyResolved()
    const outcome = resolvedByHand(memory, summary, policy, { at, force })
    if (!outcome) throw stillHolds(explain(evidenceOfState(memory, summary, policy, at)))
    const change = endOf(asIncident(row), outcome.resolution, null)
    await settleByHand(db, { subject, row, change, author, verdict: { subject, policy, judgement: outcome } }, at)
  })
  return existing(db, id)
}

const alreadyResolved = () => new Refusal('CONFLICT', 'This incident is already resolved.')

const stillHolds = (numbers: string) =>
  new Refusal(
    'CONDITION_HOLDS',
    `The condition still holds: ${numbers} It resolves by itself once it has recovered; to end it all the same, force it.`,
  )

async function existing(db: RootDatabase, id: string): Promise<Incident> {
  const [incident] = await findIncidents(db, [id])
  return incident ?? missing(id)
}

/** An incident without the names that belong to it. */
const bare = async (db: RootDatabase, id: string) => (await db.incident.findUnique({ where: { id } })) ?? missing(id)

function missing(id: string): never {
  throw new Refusal('NOT_FOUND', `There is no incident ${id}.`)
}
