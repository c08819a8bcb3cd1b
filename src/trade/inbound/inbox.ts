import type { Coordination } from '../../database/coordination.ts'
import type { Live } from '../../lib/change-bus.ts'
import { storeMessage, type ProcessingDeps } from './process-message.ts'
import { startWorker } from './worker.ts'
import type { RawMessage } from './unpack-message.ts'

/** What messages are received and processed with. */
export type InboxParts = ProcessingDeps & { live: Live; signals: Pick<Coordination, 'processesInbound'> }

/** Receives inbound messages; they are processed soon after, in the order in which they arrived. */
export type Inbox = {
  /** Keeps a message and returns its id. From then on it is not lost. */
  receive: (arrived: RawMessage, at: Date) => Promise<string>
  /** Processes no more; the message under way is ended or handed back. */
  stop: () => Promise<void>
}

/** Starts to process what was received and is not processed yet. */
export function startInbox({ live, signals, ...processing }: InboxParts): Inbox {
  const worker = startWorker({ ...processing, processesInbound: signals.processesInbound })
  const stopListening = live.listen('inbound', worker.wake)
  return {
    receive: (arrived, at) => storeMessage(processing.db, arrived, at),
    async stop() {
      stopListening()
      await worker.stop()
    },
  }
}
