import type { IncomingHttpHeaders } from 'node:http'
import type { SignedIn } from '../access/sessions.ts'
import { identify } from './identify.ts'
import type { Parts } from './parts.ts'

/** A session that was ended elsewhere counts for as long as this at most, where nothing was heard of its end. */
const rememberedMs = 2_000
const most = 20_000

type Known = { signedIn: SignedIn; at: number }

/** Remembers for two seconds who asked, so that not every request needs the database; forgets all when a session ends. */
export function createIdentities(parts: Pick<Parts, 'db' | 'config' | 'clock' | 'probe' | 'live'>) {
  const { clock, live } = parts
  const known = new Map<string, Known>()
  live.listen('sessions', () => {
    known.clear()
  })

  /** Who asks, where that is known without asking the database. */
  function recall({ cookie, authorization }: IncomingHttpHeaders): SignedIn | null {
    if (cookie === undefined || authorization !== undefined) return null
    const found = known.get(cookie)
    if (!found) return null
    const at = clock.now()
    return at - found.at < rememberedMs && at >= found.at && found.signedIn.expiresAt.getTime() > at
      ? found.signedIn
      : null
  }

  return {
    recall,
    /** Who asks; null for nobody. */
    identify: async (headers: IncomingHttpHeaders): Promise<SignedIn | null> => {
      const recalled = recall(headers)
      if (recalled) return recalled
      const generation = live.generation('sessions')
      const at = clock.now()
      const signedIn = await identify(headers, parts)
      const { cookie, authorization } = headers
      // Whoever was found while a session ended may be the one whose session it was.
      if (
        signedIn &&
        cookie !== undefined &&
        authorization === undefined &&
        live.generation('sessions') === generation
      ) {
        if (known.size >= most) known.clear()
        known.set(cookie, { signedIn, at })
      }
      return signedIn
    },
  }
}
