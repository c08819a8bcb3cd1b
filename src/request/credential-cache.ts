import type { ChangeBus } from '../lib/change-bus.ts'
import type { Clock } from '../lib/clock.ts'

/**
 * Time to live of an entry. It bounds how long a session ended on another instance stays valid if the notification is
 * lost.
 */
const timeToLiveMs = 2_000
const maxEntries = 20_000

/** The caller that a credential authenticates, and when the credential expires; null if it authenticates nobody. */
type Caller = { expiresAt: Date | null }

/**
 * Caches callers by their credential for two seconds, so that not every request queries the database. Every publish of
 * `sessions` clears the cache, as when a session ends or a token is revoked at any instance.
 */
export function createCredentialCache<T extends Caller>({ clock, changeBus }: { clock: Clock; changeBus: ChangeBus }) {
  /** `from` and `until` are in milliseconds since 1970. */
  const entries = new Map<string, { caller: T; from: number; until: number }>()
  changeBus.listen('sessions', () => {
    entries.clear()
  })

  function getCached(credential: string): T | null {
    const entry = entries.get(credential)
    if (!entry) return null
    const at = clock.now()
    return at >= entry.from && at < entry.until ? entry.caller : null
  }

  function put(credential: string, caller: T, from: number): void {
    if (entries.size >= maxEntries) entries.clear()
    entries.set(credential, {
      caller,
      from,
      until: Math.min(from + timeToLiveMs, caller.expiresAt?.getTime() ?? Infinity),
    })
  }

  return {
    /** The cached caller of a credential; null if no entry is valid. */
    getCached,
    /** The caller of a credential, from the cache if possible; `toCached` converts it to the value to cache. */
    async find(credential: string, read: () => Promise<T | null>, toCached = (caller: T) => caller): Promise<T | null> {
      const cached = getCached(credential)
      if (cached) return cached
      const generation = changeBus.generation('sessions')
      const at = clock.now()
      const caller = await read()
      // If a session or token ended during the lookup, it may be this one: do not cache it.
      if (caller && changeBus.generation('sessions') === generation) put(credential, toCached(caller), at)
      return caller
    },
  }
}
