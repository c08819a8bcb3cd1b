import type { ExecuteSql } from '../database/execute-sql.ts'
import { startQueue } from '../database/queue.ts'
import { processWaiting, receive, type Processing } from './inbound.ts'
import type { Arrived } from './sinli-content.ts'

/** What messages are received and processed with. */
export type InboxParts = Processing & { executeSql: ExecuteSql }

/** Where inbound messages are taken in; they are processed soon after, one by one, whatever happens to the process. */
export type Inbox = {
  /** Keeps a message and returns its id. From then on it is not lost. */
  receive: (arrived: Arrived, at: Date) => Promise<string>
  /** Waits for the message under way and processes no more. */
  stop: () => Promise<void>
}

/** Begins to process what was received and is not processed yet. */
export async function startInbox({ executeSql, ...processing }: InboxParts): Promise<Inbox> {
  const queue = await startQueue(executeSql, 'sinli_inbound', ({ subject: id, begunBefore }) =>
    processWaiting(processing, { id, begunBefore }),
  )
  return {
    async receive(arrived, at) {
      const id = await receive(processing.db, arrived, at, queue.add)
      queue.wake()
      return id
    },
    stop: queue.stop,
  }
}
