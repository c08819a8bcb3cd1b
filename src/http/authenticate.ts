import type { IncomingHttpHeaders } from 'node:http'
import { isProbe } from '../auth/probe-identity.ts'
import { findSession, type Viewer } from '../auth/sessions.ts'
import { tokenIn } from './cookies.ts'
import type { Deps } from './deps.ts'

/**
 * Identifies the caller by the headers of a request or of a WebSocket upgrade: an operator or the service's own probe;
 * null for anybody else.
 */
export async function identify(
  headers: IncomingHttpHeaders,
  parts: Pick<Deps, 'db' | 'config' | 'clock' | 'probe'>,
): Promise<Viewer | null> {
  if (isProbe(parts.probe, headers.authorization)) return parts.probe.signedIn
  const { publicOrigin, sessionIdleMinutes } = parts.config
  const token = tokenIn(headers.cookie, publicOrigin)
  return token === null ? null : findSession(parts.db, token, new Date(parts.clock.now()), sessionIdleMinutes)
}
