import { MailboxError } from './mailbox-error.ts'

const firstDelayMs = 1_000
const maxDelayMs = 15_000
const refusedDelayMs = 60_000

/**
 * Backoff before the next connection, in milliseconds, after this many consecutive failures: doubles up to 15 seconds. A
 * rejected password waits a minute at once, because servers lock accounts after a few failures. `random`, from 0 to 1,
 * subtracts up to half of it, so that instances do not connect simultaneously.
 */
export function reconnectDelayMs(failures: number, error: unknown, random = Math.random()): number {
  const isRefused = error instanceof MailboxError && error.code === 'LOGIN_REFUSED'
  const delay = isRefused ? refusedDelayMs : Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1))
  return Math.round(delay * (1 - random / 2))
}
