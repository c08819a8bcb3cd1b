import type { Coordination } from '../../database/coordination.ts'
import type { Live } from '../../lib/change-bus.ts'
import { storeMessage, type ProcessingDeps } from './process-message.ts'
import { startWorker } from './worker.ts'
import type { RawMessage } from './unpack-message.ts'

/** Dependencies of the inbox. */
export type InboxParts = ProcessingDeps & { live: Live; signals: Pick<Coordination, 'processesInbound'> }

/** Receives inbound messages; they are processed soon after, in order of arrival. */
export type Inbox = {
  /** Stores a message durably and returns its id. */
  receive: (arrived: RawMessage, at: Date) => Promise<string>
  /** Stops processing; the message in progress is finished or handed back. */
  stop: () => Promise<void>
}

/** Starts the inbox and processes the messages that still wait. */
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
