import { setTimeout as after } from 'node:timers/promises'

/** Time limit of each wait, in milliseconds: below that of a test, so that a failed test names what it waited for. */
export const waitTimeoutMs = 120_000
const longestPauseMs = 50

/**
 * Polls until `look` returns a truthy value, and returns it. Polls often at first, then every 50 ms.
 * @throws after `forMs` milliseconds with `what` in the message.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  forMs = waitTimeoutMs,
): Promise<NonNullable<T>> {
  const end = performance.now() + forMs
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error(`Waited in vain until ${what}.`)
    await after(pauseMs)
  }
}
