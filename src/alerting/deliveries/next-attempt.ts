import type { DeliveryKind } from '../../generated/prisma/client.ts'
import type { SendResult } from '../channels/channels.ts'
import { maxRetryAfterMs } from '../outbound/retry-after.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The waits before the attempts of a delivery, in milliseconds; it is given up after the last one. */
const delaysMs = [0, 5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs]

/** By how much a wait is varied at random, so that deliveries that failed together are not repeated together. */
const jitter = 0.2

/** Maximum attempts of a message that the destination rejects. */
const maxRejections = 3

/** The state of a delivery after an attempt. `nextAt` is in milliseconds since 1970. */
export type AttemptOutcome =
  { status: 'DELIVERED' } | { status: 'PENDING'; nextAt: number } | { status: 'DEAD'; disablesDestination: boolean }

/**
 * Returns the state of a delivery after attempt number `attempts` (from 1). `random` is from 0 to 1. Tests get a single
 * attempt.
 */
export function outcomeOfAttempt(
  { kind, attempts }: { kind: DeliveryKind; attempts: number },
  result: Pick<SendResult, 'ok' | 'permanent' | 'gone' | 'retryAfterMs'>,
  { at, random }: { at: number; random: number },
): AttemptOutcome {
  if (result.ok) return { status: 'DELIVERED' }
  const delayMs = delaysMs[attempts]
  const isRejected = result.permanent && attempts >= maxRejections
  if (result.gone || kind === 'TEST' || delayMs === undefined || isRejected)
    return { status: 'DEAD', disablesDestination: result.gone }
  const varied = Math.round(delayMs * (1 - jitter + 2 * jitter * random))
  const asked = Math.min(result.retryAfterMs ?? 0, maxRetryAfterMs)
  return { status: 'PENDING', nextAt: at + Math.max(varied, asked) }
}
