import type { Database } from '../../database/database.ts'
import { mayAct, ofProvider } from '../operators.ts'
import { liveWhere } from './manage-tokens.ts'

const attendedMs = 30 * 24 * 60 * 60_000

/** The number of live tokens of an operator whose sign-ins have stopped. */
export type UnattendedTokens = { operatorId: string; count: number }

/**
 * Counts the live tokens of those given operators of the identity provider who may act, but have not signed in for
 * thirty days according to the audit trail. They may have left: the provider tells only at a sign-in.
 */
export async function listUnattendedTokens(
  db: Database,
  operatorIds: readonly string[],
  at: Date,
): Promise<UnattendedTokens[]> {
  const live = { where: liveWhere(at) }
  const holders = await db.operator.findMany({
    where: {
      id: { in: [...operatorIds] },
      ...mayAct,
      ...ofProvider,
      tokens: { some: live.where },
    },
    select: { id: true, email: true, _count: { select: { tokens: live } } },
  })
  if (holders.length === 0) return []
  const signedIn = await db.auditEntry.groupBy({
    by: ['object'],
    where: {
      object: { in: holders.map(objectOf) },
      action: 'sign-in',
      at: { gt: new Date(at.getTime() - attendedMs) },
    },
  })
  const recent = new Set(signedIn.map(({ object }) => object))
  return holders
    .filter((holder) => !recent.has(objectOf(holder)))
    .map(({ id, _count: { tokens } }) => ({ operatorId: id, count: tokens }))
}

const objectOf = ({ email }: { email: string }) => `operator:${email}`
