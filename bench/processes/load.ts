import { openConnection, type Connection } from './connection.ts'
import { bytesOf, type Asked } from './request.ts'

/**
 * The load of a period, or of `requests` requests if they take less: one request repeated over several connections, and
 * others at a constant rate beside it. Each request differs from all others in the digits of `numbered`, a part of the
 * request, if there is one.
 */
export type Job = {
  url: string
  ms: number
  requests?: number
  load: Load | null
  writes: { asked: Asked[]; perSecond: number } | null
}

/** A repeated request. With `isKept`, the next job that has it uses the same connections. */
export type Load = { asked: Asked; connections: number; numbered?: string; isKept?: boolean }

/**
 * Successful and failed requests, duration and latency in milliseconds; `written` counts the successful paced requests.
 */
export type Done = { answered: number; refused: number; ms: number; p50: number; p99: number; written: number }

process.on('message', ({ job }: { job?: Job }) => {
  if (job) void run(job).then((done) => process.send?.({ done }))
})
process.send?.({ ready: true })

async function run({ url, ms, requests = Infinity, load, writes }: Job): Promise<Done> {
  const started = performance.now()
  const until = started + ms
  const tally = { durations: [] as number[], refused: 0, written: 0 }
  const rest = keepAwake()
  await Promise.all([load && repeat(url, load, { until, requests }, tally), writes && pace(url, writes, until, tally)])
  rest()
  const sorted = tally.durations.sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    answered: sorted.length,
    refused: tally.refused,
    written: tally.written,
    ms: performance.now() - started,
    p50: at(0.5),
    p99: at(0.99),
  }
}

/**
 * Keeps this process polling instead of sleeping: otherwise only slow servers would pay the cost of waking it. Returns
 * a function that stops it.
 */
function keepAwake(): () => void {
  let isAwake = true
  const again = () => {
    if (isAwake) setImmediate(again)
  }
  again()
  return () => {
    isAwake = false
  }
}

type Tally = { durations: number[]; refused: number; written: number }

type Limits = { until: number; requests: number }

async function repeat(url: string, load: Load, { until, requests }: Limits, tally: Tally) {
  let left = requests
  const next = requestsOf(load, new URL(url).host)
  const one = async () => {
    const connection = (load.isKept ? kept.get(url)?.pop() : null) ?? (await openConnection(url))
    while (performance.now() < until && left-- > 0) await measure(connection, next(), tally)
    if (load.isKept) kept.set(url, [...(kept.get(url) ?? []), connection])
    else connection.close()
  }
  await Promise.all(Array.from({ length: load.connections }, one))
}

const kept = new Map<string, Connection[]>()

// Continues across jobs, because a server has already seen the numbers of the warm-up.
let number = 0

/** Returns a function that creates the next request. */
function requestsOf({ asked, numbered }: Load, host: string): () => Buffer {
  const request = bytesOf(asked, host)
  if (numbered === undefined) return () => request
  const place = request.indexOf(numbered)
  return () => {
    const copy = Buffer.from(request)
    copy.write(String((number += 1)).padStart(numbered.length, '0'), place, 'latin1')
    return copy
  }
}

async function measure(connection: Connection, request: Buffer, tally: Tally) {
  const began = performance.now()
  const isGood = await connection.send(request)
  if (isGood) tally.durations.push(performance.now() - began)
  else tally.refused++
}

/** Sends each request once, at its scheduled time or as soon after as a connection is free. */
async function pace(url: string, writes: NonNullable<Job['writes']>, until: number, tally: Tally) {
  const { host } = new URL(url)
  const began = performance.now()
  const left = writes.asked.map((asked) => bytesOf(asked, host)).entries()
  const one = async () => {
    const connection = await openConnection(url)
    for (const [index, request] of left) {
      const due = began + (index * 1_000) / writes.perSecond
      if (Math.max(due, performance.now()) >= until) break
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      const isGood = await connection.send(request)
      if (isGood) tally.written++
      else tally.refused++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: 8 }, one))
}
