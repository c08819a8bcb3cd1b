import { commit } from '../audit/commit.ts'
import type { RootDatabase } from '../database/database.ts'
import { endSession, type Viewer } from './sessions.ts'

/** Ends a session: requests that present it from now on are unauthenticated. */
export function signOut(
  db: RootDatabase,
  { sessionId, operator }: Viewer,
  { at, ...client }: { at: Date; address: string; requestId: string | null; traceId?: string | null },
): Promise<void> {
  return commit(db, async (tx) => {
    await endSession(tx, sessionId)
    const { email } = operator
    return { audit: [{ by: { ...client, actor: email }, at, action: 'sign-out', object: `operator:${email}` }] }
  })
}
