import type { Signals } from '../database/signals.ts'
import type { Live } from '../live.ts'
import { receive, type Processing } from './inbound.ts'
import { startWorker } from './inbound-worker.ts'
import type { Arrived } from './sinli-content.ts'

/** What messages are received and processed with. */
export type InboxParts = Processing & { live: Live; signals: Pick<Signals, 'processesInbound'> }

/** Receives inbound messages; they are processed soon after, in the order in which they arrived. */
export type Inbox = {
  /** Keeps a message and returns its id. From then on it is not lost. */
  receive: (arrived: Arrived, at: Date) => Promise<string>
  /** Processes no more; the message under way is ended or handed back. */
  stop: () => Promise<void>
}

/** Starts to process what was received and is not processed yet. */
export function startInbox({ live, signals, ...processing }: InboxParts): Inbox {
  const worker = startWorker({ ...processing, processesInbound: signals.processesInbound })
  const stopListening = live.listen('inbound', worker.wake)
  return {
    receive: (arrived, at) => receive(processing.db, arrived, at),
    async stop() {
      stopListening()
      await worker.stop()
    },
  }
}
