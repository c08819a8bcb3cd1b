import { writeAudit } from '../audit/write-audit.ts'
import { inTransaction, type RootDatabase } from '../database/database.ts'
import { endSession, type Viewer } from './sessions.ts'

/** Ends a session: requests that present it from now on are unauthenticated. */
export function signOut(
  db: RootDatabase,
  { sessionId, operator }: Viewer,
  { at, address, requestId, traceId }: { at: Date; address: string; requestId: string | null; traceId?: string | null },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await endSession(tx, sessionId)
    await writeAudit(tx, {
      at,
      actor: operator.email,
      action: 'sign-out',
      object: `operator:${operator.email}`,
      address,
      requestId,
      traceId,
    })
  })
}
