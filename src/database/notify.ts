import type { Topic } from '../lib/change-bus.ts'
import type { Database } from './database.ts'

/** The one channel of the database on which every instance listens. */
export const channel = 'vigia'

/** Tells every instance, this one too, that something changed: heard when the transaction is committed, and only then. */
export async function notify(tx: Database, topic: Topic): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channel}, ${topic})`
}
