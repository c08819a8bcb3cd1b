import { setTimeout as after } from 'node:timers/promises'
import type { Database } from './database.ts'

/** Whether the database responds within `withinMs` milliseconds. */
export async function isReachable(db: Database, withinMs: number): Promise<boolean> {
  const timer = new AbortController()
  const response = db.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  )
  const timeout = after(withinMs, false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([response, timeout])
  } finally {
    timer.abort()
  }
}
