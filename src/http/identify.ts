import type { IncomingHttpHeaders } from 'node:http'
import { isProbe } from '../access/probe.ts'
import { findSession, type SignedIn } from '../access/sessions.ts'
import { tokenIn } from './cookies.ts'
import type { Parts } from './parts.ts'

/** Who asks, by the headers of a request or of a WebSocket's upgrade: an operator, the service's own probe, or nobody. */
export async function identify(
  headers: IncomingHttpHeaders,
  parts: Pick<Parts, 'db' | 'config' | 'clock' | 'probe'>,
): Promise<SignedIn | null> {
  if (isProbe(parts.probe, headers.authorization)) return parts.probe.signedIn
  const { publicOrigin, sessionIdleMinutes } = parts.config
  const token = tokenIn(headers.cookie, publicOrigin)
  return token === null ? null : findSession(parts.db, token, new Date(parts.clock.now()), sessionIdleMinutes)
}
