import type { IncomingHttpHeaders } from 'node:http'
import { isProbe, type ProbeIdentity } from '../auth/probe-identity.ts'
import { findSession, type Viewer } from '../auth/sessions.ts'
import { findTokenViewer } from '../auth/tokens/find-token.ts'
import type { Config } from '../config.ts'
import type { RootDatabase } from '../database/database.ts'
import type { Clock } from '../lib/clock.ts'
import { readBearer } from './bearer.ts'
import { readSessionToken } from './cookies.ts'

/** Dependencies of authentication. */
export type AuthenticationDeps = { db: RootDatabase; config: Config; clock: Clock; probe: ProbeIdentity }

/** The headers of a request or of a WebSocket upgrade, and its client's address. */
export type Credentials = { headers: IncomingHttpHeaders; address: string }

/**
 * Authenticates the caller of a request: an operator by a session or a personal token, or the service's own probe; null
 * for anybody else. A request with a token is never authenticated by its cookie.
 */
export async function authenticate(
  { headers, address }: Credentials,
  { db, config, clock, probe }: AuthenticationDeps,
): Promise<Viewer | null> {
  if (isProbe(probe, headers.authorization)) return probe.viewer
  const at = new Date(clock.now())
  const bearer = readBearer(headers.authorization)
  if (bearer !== null) return findTokenViewer(db, bearer, { at, address, agent: headers['user-agent'] })
  const token = readSessionToken(headers.cookie, config.publicOrigin)
  return token === null ? null : findSession(db, token, at, config.sessionIdleMinutes)
}
