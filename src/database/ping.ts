import { setTimeout as after } from 'node:timers/promises'
import type { Database } from './database.ts'

/** Whether the database responds within `withinMs` milliseconds. */
export async function isReachable(db: Database, withinMs: number): Promise<boolean> {
  const patience = new AbortController()
  const answer = db.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  )
  const impatience = after(withinMs, false, { signal: patience.signal }).catch(() => false)
  try {
    return await Promise.race([answer, impatience])
  } finally {
    patience.abort()
  }
}
