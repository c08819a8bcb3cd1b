import type { IncomingHttpHeaders } from 'node:http'
import type { SignedIn } from '../access/sessions.ts'
import { tokenIn } from './cookies.ts'
import { identify } from './identify.ts'
import type { Parts } from './parts.ts'

/** A session that was ended elsewhere counts for as long as this at most, where nothing was heard of its end. */
const rememberedMs = 2_000
const most = 20_000

/** Who was found, and from when until when that counts, in milliseconds since 1970. */
type Known = { signedIn: SignedIn; from: number; until: number }

/** Remembers for two seconds who asked, so that not every request needs the database; forgets all when a session ends. */
export function createIdentities(parts: Pick<Parts, 'db' | 'config' | 'clock' | 'probe' | 'live'>) {
  const { clock, live } = parts
  const known = new Map<string, Known>()
  live.listen('sessions', () => {
    known.clear()
  })

  /** The token of the session by which a request is judged; null where it has none, or something else counts. */
  const tokenOf = ({ cookie, authorization }: IncomingHttpHeaders): string | null =>
    authorization === undefined ? tokenIn(cookie, parts.config.publicOrigin) : null

  /** Whose session a token is, where that is known without asking the database. */
  function recall(token: string): SignedIn | null {
    const found = known.get(token)
    if (!found) return null
    const at = clock.now()
    return at >= found.from && at < found.until ? found.signedIn : null
  }

  function remember(token: string, signedIn: SignedIn, from: number): void {
    if (known.size >= most) known.clear()
    known.set(token, { signedIn, from, until: Math.min(from + rememberedMs, signedIn.expiresAt.getTime()) })
  }

  return {
    recall,
    tokenOf,
    /** Who asks, by the headers of their request; null for nobody. */
    identify: async (headers: IncomingHttpHeaders): Promise<SignedIn | null> => {
      const token = tokenOf(headers)
      const recalled = token === null ? null : recall(token)
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
