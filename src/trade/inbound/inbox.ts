import type { Coordination } from '../../database/coordination/coordination.ts'
import type { Database } from '../../database/database.ts'
import type { ChangeBus } from '../../lib/change-bus.ts'
import { storeMessage, type Arrival } from './process-message.ts'
import { startWorker, type WorkerDeps } from './worker.ts'
import type { RawMessage } from './unpack-message.ts'

export type InboxDeps = Omit<WorkerDeps, 'processesInbound'> & {
  changeBus: ChangeBus
  coordination: Pick<Coordination, 'processesInbound'>
}

/** Receives inbound messages; they are processed soon after, in order of arrival. */
export type Inbox = {
  /** Stores a message and returns its id. */
  receive: (tx: Database, message: RawMessage, arrival: Arrival) => Promise<string>
  /** Stops processing; the message in progress is finished or handed back. */
  stop: () => Promise<void>
}

/** Starts the inbox, which first processes the messages that were left waiting. */
export function startInbox({ changeBus, coordination, ...processing }: InboxDeps): Inbox {
  const worker = startWorker({ ...processing, processesInbound: coordination.processesInbound })
  const stopListening = changeBus.listen('inbound', worker.wake)
  return {
    receive: storeMessage,
    async stop() {
      stopListening()
      await worker.stop()
    },
  }
}
