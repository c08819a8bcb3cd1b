import { openListener, type Listener } from './listener.ts'

/** The sockets to open; each sends one subscription. */
export type Opening = { url: string; count: number; cookie: string; query: string }

/**
 * When the first, the median, the 99th percentile and the last socket received the message, in milliseconds of
 * `process.hrtime`.
 */
export type Arrivals = { first: number; p50: number; p99: number; last: number; messages: number }

const atOnce = 50
const listeners: Listener[] = []
let arrivals: number[] = []
let messages = 0
const missing = new Set<Listener>()

process.on('message', (message: { open?: Opening; expect?: boolean }) => {
  if (message.open) void open(message.open)
  if (message.expect) expectOne()
})
process.send?.({ ready: true })

/** Opens the sockets and reports once each has received its first message. */
async function open({ count, ...asked }: Opening) {
  let left = count
  const one = async () => {
    while (left-- > 0) listeners.push(await openListener(asked, heard))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  process.send?.({ opened: listeners.length })
}

/** Expects one more message on each socket. */
function expectOne() {
  arrivals = []
  messages = 0
  for (const listener of listeners) missing.add(listener)
  process.send?.({ expecting: true })
}

function heard(listener: Listener) {
  messages++
  if (!missing.delete(listener)) return
  arrivals.push(Number(process.hrtime.bigint()) / 1e6)
  if (missing.size === 0) tell()
}

// A duplicate that arrives after this is counted with the next change.
function tell() {
  const at = (share: number) => arrivals[Math.min(arrivals.length - 1, Math.floor(arrivals.length * share))] ?? 0
  process.send?.({ arrived: { first: at(0), p50: at(0.5), p99: at(0.99), last: at(1), messages } satisfies Arrivals })
}
