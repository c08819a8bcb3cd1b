import type { Clock } from '../lib/clock.ts'
import { log } from '../lib/log.ts'
import type { Sample } from './telemetry/window.ts'

const everyMs = 30_000
const minuteMs = 60_000
const timeoutMs = 10_000
/** A route with fewer requests than this in the last minute is quiet. Source: docs/health.md, "Probes". */
const quietBelow = 2

/** A route that may be called by the service itself. */
export type ProbeTarget = { id: string; subjectId: number; path: string }

/** How many probes went well and how many did not, since the start. */
export type ProbeCounts = { ok: number; bad: number }

/** How routes are called, how quiet they are, and where what was seen goes. */
export type ProbeOptions = {
  clock: Clock
  /** Where this very process answers, e.g. `http://127.0.0.1:4000`. */
  baseUrl: string
  token: string
  requestsInLastMinute: (subjectId: number, at: number) => number
  observe: (endpointId: string, sample: Sample) => void
  counts: ProbeCounts
}

/** Calls quiet routes every 30 seconds, so that a broken one is noticed though nobody uses it. Returns the way to stop. */
export function startProbes(routes: readonly ProbeTarget[], wiring: ProbeOptions): () => void {
  const stopping = new AbortController()
  const sent = new Map<string, number[]>()

  const stop = wiring.clock.every(everyMs, (at) => {
    for (const route of routes) {
      // Our own calls of the last minute are samples, but they are nobody's use of the route.
      const own = (sent.get(route.id) ?? []).filter((earlier) => earlier >= at - minuteMs)
      const isQuiet = wiring.requestsInLastMinute(route.subjectId, at) - own.length < quietBelow
      if (isQuiet) void probe(route, wiring, stopping.signal)
      sent.set(route.id, isQuiet ? [...own, at] : own)
    }
  })
  return () => {
    stop()
    stopping.abort()
  }
}

async function probe(
  { id, path }: ProbeTarget,
  { clock, baseUrl, token, observe, counts }: ProbeOptions,
  stopping: AbortSignal,
): Promise<void> {
  const started = clock.elapsed()
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
  const status = await call(baseUrl + path, token, signal).catch((error: unknown) => {
    if (!stopping.aborted) log.warn({ err: error, path }, 'a probe got no answer')
    return null
  })
  if (stopping.aborted) return
  const ok = status !== null && status < 500
  counts[ok ? 'ok' : 'bad'] += 1
  observe(id, { at: clock.now(), ok, durationMs: clock.elapsed() - started, probe: true })
}

async function call(url: string, token: string, signal: AbortSignal): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, accept: 'application/json' }, signal })
  await answer.arrayBuffer()
  return answer.status
}
