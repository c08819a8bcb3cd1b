import { setTimeout as after } from 'node:timers/promises'

const patienceMs = 60_000
const lookEveryMs = 50

/** Waits until something holds, and returns what it then is. Fails the test, saying what was waited for, when it never does. */
export async function until<T>(what: string, look: () => T | Promise<T>, forMs = patienceMs): Promise<NonNullable<T>> {
  const end = performance.now() + forMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error(`Waited in vain until ${what}.`)
    await after(lookEveryMs)
  }
}
