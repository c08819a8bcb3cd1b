import type { IncomingHttpHeaders } from 'node:http'
import type { Viewer } from '../auth/sessions.ts'
import { tokenIn } from './cookies.ts'
import { identify } from './authenticate.ts'
import type { Deps } from './deps.ts'

/** Time to live of an entry: the longest that a session ended elsewhere stays valid if its notification is lost. */
const rememberedMs = 2_000
const most = 20_000

/** A cached caller and when the entry is valid, in milliseconds since 1970. */
type CachedSession = { signedIn: Viewer; from: number; until: number }

/**
 * Caches callers by session token for two seconds, so that not every request queries the database. Every publish of
 * `sessions` clears the cache.
 */
export function createSessionCache(parts: Pick<Deps, 'db' | 'config' | 'clock' | 'probe' | 'live'>) {
  const { clock, live } = parts
  const known = new Map<string, CachedSession>()
  live.listen('sessions', () => {
    known.clear()
  })

  /** The session token of a request; null without one or with `Authorization`, which `identify` checks first. */
  const sessionToken = ({ cookie, authorization }: IncomingHttpHeaders): string | null =>
    authorization === undefined ? tokenIn(cookie, parts.config.publicOrigin) : null

  /** The cached caller of a token; null if none is valid. */
  function getCached(token: string): Viewer | null {
    const found = known.get(token)
    if (!found) return null
    const at = clock.now()
    return at >= found.from && at < found.until ? found.signedIn : null
  }

  function remember(token: string, signedIn: Viewer, from: number): void {
    if (known.size >= most) known.clear()
    known.set(token, { signedIn, from, until: Math.min(from + rememberedMs, signedIn.expiresAt.getTime()) })
  }

  return {
    getCached,
    sessionToken,
    /** Identifies the caller by the headers of a request, from the cache if possible; null for anybody else. */
    identify: async (headers: IncomingHttpHeaders): Promise<Viewer | null> => {
      const token = sessionToken(headers)
      const recalled = token === null ? null : getCached(token)
      if (recalled) return recalled
      const generation = live.generation('sessions')
      const at = clock.now()
      const signedIn = await identify(headers, parts)
      // If a session ended during the lookup, it may be this one: do not cache it.
      if (signedIn && token !== null && live.generation('sessions') === generation) remember(token, signedIn, at)
      return signedIn
    },
  }
}
