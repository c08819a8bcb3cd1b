import type { Topic } from '../../lib/change-bus.ts'
import type { Database } from '../database.ts'
import { addChangedTopics } from './own-commits.ts'

/** The PostgreSQL NOTIFY channel that every instance listens on. */
export const channel = 'vigia'

/** Notifies all instances, including this one, of a change. PostgreSQL delivers it on commit. */
export async function notify(tx: Database, topic: Topic): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channel}, ${topic})`
  addChangedTopics(tx, [topic])
}
