import type { RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { findIncidents, type Incident } from './incident-queries.ts'
import { asIncident, type ChangeAuthor } from './incident-writes.ts'
import { applyOperatorChange } from './persist-verdict.ts'
import type { SubjectSnapshot } from '../health/subject-queries.ts'
import { resolvedEvent } from './lifecycle.ts'
import { explain } from '../health/reason-text.ts'
import { evidenceOfState } from '../health/rule/evaluate.ts'
import { resolveManually } from '../health/rule/manual-resolution.ts'

/** Runs `work` with a snapshot of the subject, while no evaluation is being written. */
export type WithFrozenSubject = <T>(
  subjectId: number,
  work: (present: SubjectSnapshot, at: number) => Promise<T>,
) => Promise<T>

/**
 * Acknowledges an open incident. Of two concurrent operators, one succeeds and the other gets CONFLICT.
 * @throws DomainError NOT_FOUND; CONFLICT when it is acknowledged or resolved already.
 */
export async function acknowledge(db: RootDatabase, id: string, author: ChangeAuthor, at: number): Promise<Incident> {
  const { subject, acknowledgedBy, ...row } = await existing(db, id)
  if (row.status === 'ACKNOWLEDGED')
    throw new DomainError('CONFLICT', `This incident was already taken by ${acknowledgedBy?.name ?? 'somebody else'}.`)
  if (row.status === 'RESOLVED') throw alreadyResolved()
  const change = { event: 'ACKNOWLEDGED', id, severity: row.severity, evidence: null } as const
  await applyOperatorChange(db, { subject, row, change, author, verdict: null }, at)
  return existing(db, id)
}

/**
 * Resolves an incident by hand. While the condition holds this requires `force`; if it still holds 5 minutes later, a
 * new incident opens.
 * @throws DomainError NOT_FOUND; CONFLICT when it is resolved already; CONDITION_HOLDS with the current numbers.
 */
export async function resolve(
  db: RootDatabase,
  withFrozenSubject: WithFrozenSubject,
  { id, force }: { id: string; force: boolean },
  author: ChangeAuthor,
): Promise<Incident> {
  const { subjectId } = await bare(db, id)
  await withFrozenSubject(subjectId, async ({ subject, memory, summary, policy }, at) => {
    const row = await bare(db, id)
    if (row.status === 'RESOLVED') throw alreadyResolved()
    const outcome = resolveManually(memory, summary, policy, { at, force })
    if (!outcome) throw stillHolds(explain(evidenceOfState(memory, summary, policy, at)))
    const change = resolvedEvent(asIncident(row), outcome.resolution, null)
    await applyOperatorChange(
      db,
      { subject, row, change, author, verdict: { subject, policy, judgement: outcome } },
      at,
    )
  })
  return existing(db, id)
}

const alreadyResolved = () => new DomainError('CONFLICT', 'This incident is already resolved.')

const stillHolds = (numbers: string) =>
  new DomainError(
    'CONDITION_HOLDS',
    `The condition still holds: ${numbers} It resolves by itself once it has recovered; to end it all the same, force it.`,
  )

async function existing(db: RootDatabase, id: string): Promise<Incident> {
  const [incident] = await findIncidents(db, [id])
  return incident ?? missing(id)
}

/** An incident without its relations. */
const bare = async (db: RootDatabase, id: string) => (await db.incident.findUnique({ where: { id } })) ?? missing(id)

function missing(id: string): never {
  throw new DomainError('NOT_FOUND', `There is no incident ${id}.`)
}
