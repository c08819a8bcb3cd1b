import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../../lib/log.ts'
import { createWakeableSleep, type WakeableSleep } from '../../lib/wakeable-sleep.ts'
import { processWaiting, type ProcessingDeps } from './process-message.ts'
import { interruptionOf } from './interruption.ts'
import { countsAgainst, retryDelayMs, type Interruption } from './retry.ts'
import { createSalvage, type Salvage } from './salvage.ts'
import { findOldestWaiting, giveBackBeginning, type WaitingMessage } from './waiting-messages.ts'

/**
 * `processesInbound` returns whether this instance processes messages, and claims the role if it is free. `delayMs` is
 * the backoff after this many consecutive failures, `retryDelayMs` by default.
 */
export type WorkerDeps = ProcessingDeps & {
  processesInbound: () => Promise<boolean>
  delayMs?: (failures: number) => number
}

/** The loop that processes waiting messages. */
export type Worker = {
  /** Ends the pause of an idle loop. */
  wake: () => void
  /** Starts no further message and waits for the current one; after a time-out it is handed back. */
  stop: () => Promise<void>
}

/** Polling interval, in case a notification was lost with the connection or an instance died. */
const pollMs = 5_000

/** Time the message in progress has to finish at a shutdown. */
const graceMs = 3_000

/** State of one loop. `notCounted` is a message whose last start has yet to be reverted. */
type LoopState = {
  pause: WakeableSleep
  stopping: AbortSignal
  handBack: AbortSignal
  notCounted: WaitingMessage | null
  salvage: Salvage
}

type Turn = 'worked' | 'idle' | 'failed'

/**
 * Processes waiting messages one at a time, oldest first, on one instance at a time. While no message waits, the worker
 * reads the legible content of failed messages.
 */
export function startWorker(deps: WorkerDeps): Worker {
  const pause = createWakeableSleep()
  const stopping = new AbortController()
  const handBack = new AbortController()
  const loop: LoopState = {
    ...{ pause, stopping: stopping.signal, handBack: handBack.signal },
    ...{ notCounted: null, salvage: createSalvage(deps.db) },
  }
  const ended = run(deps, loop)

  return {
    wake: pause.wake,
    async stop() {
      stopping.abort()
      pause.wake()
      const grace = setTimeout(() => {
        handBack.abort()
      }, graceMs)
      await ended
      clearTimeout(grace)
    },
  }
}

/** Never rejects: an error of a turn is logged and the turn retried later. */
async function run(deps: WorkerDeps, loop: LoopState): Promise<void> {
  const { delayMs = retryDelayMs } = deps
  let failures = 0
  while (!loop.stopping.aborted) {
    const turn = await takeTurn(deps, loop)
    failures = turn === 'failed' ? failures + 1 : 0
    if (turn === 'failed') await pause(delayMs(failures), loop.stopping)
    if (turn === 'idle') await loop.pause.sleep(pollMs)
  }
  await returnMessage(deps, loop).catch((error: unknown) => {
    log.warn(
      { err: error, message: loop.notCounted?.id, traceId: loop.notCounted?.traceId },
      'could not return an inbound message to the queue at shutdown; its attempt counts',
    )
  })
}

async function takeTurn(deps: WorkerDeps, loop: LoopState): Promise<Turn> {
  try {
    await returnMessage(deps, loop)
    if (!(await deps.processesInbound())) return 'idle'
    const message = await findOldestWaiting(deps.db)
    if (message) return await work(deps, message, loop)
    return (await loop.salvage.next(loop.handBack)) ? 'worked' : 'idle'
  } catch (error) {
    log.warn({ err: error }, 'the inbound queue is blocked; retrying')
    return 'failed'
  }
}

async function work(deps: WorkerDeps, message: WaitingMessage, loop: LoopState): Promise<Turn> {
  try {
    await processWaiting(deps, message, loop.handBack)
    return 'worked'
  } catch (error) {
    const interruption = await interruptionOf(deps.db, error, loop.handBack)
    if (!countsAgainst(interruption)) loop.notCounted = message
    reportInterruption(error, message, interruption)
    return 'failed'
  }
}

function reportInterruption(error: unknown, { id, beginnings, traceId }: WaitingMessage, interruption: Interruption) {
  const fields = { message: id, beginnings: beginnings + 1, traceId, interruption }
  if (interruption === 'handed back') log.info(fields, 'returned an inbound message to the queue at shutdown')
  else log.warn({ err: error, ...fields }, 'processing of an inbound message was interrupted; retrying')
}

async function returnMessage({ db }: WorkerDeps, loop: LoopState): Promise<void> {
  if (!loop.notCounted) return
  await giveBackBeginning(db, loop.notCounted)
  loop.notCounted = null
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
