import type { IncomingHttpHeaders } from 'node:http'
import type { Viewer } from '../auth/sessions.ts'
import { tokenIn } from './cookies.ts'
import { identify } from './authenticate.ts'
import type { Deps } from './deps.ts'

/** A session that was ended elsewhere counts for as long as this at most, where nothing was heard of its end. */
const rememberedMs = 2_000
const most = 20_000

/** Who was found, and from when until when that counts, in milliseconds since 1970. */
type CachedSession = { signedIn: Viewer; from: number; until: number }

/** Remembers for two seconds who asked, so that not every request needs the database; forgets all when a session ends. */
export function createSessionCache(parts: Pick<Deps, 'db' | 'config' | 'clock' | 'probe' | 'live'>) {
  const { clock, live } = parts
  const known = new Map<string, CachedSession>()
  live.listen('sessions', () => {
    known.clear()
  })

  /** The token of the session by which a request is judged; null where it has none, or something else counts. */
  const sessionToken = ({ cookie, authorization }: IncomingHttpHeaders): string | null =>
    authorization === undefined ? tokenIn(cookie, parts.config.publicOrigin) : null

  /** Whose session a token is, where that is known without asking the database. */
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
    /** Who asks, by the headers of their request; null for nobody. */
    identify: async (headers: IncomingHttpHeaders): Promise<Viewer | null> => {
      const token = sessionToken(headers)
      const recalled = token === null ? null : getCached(token)
      if (recalled) return recalled
      const generation = live.generation('sessions')
      const at = clock.now()
      const signedIn = await identify(headers, parts)
      // Whoever was found while a session ended may be the one whose session it was.
      if (signedIn && token !== null && live.generation('sessions') === generation) remember(token, signedIn, at)
      return signedIn
    },
  }
}
