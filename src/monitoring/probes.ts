import type { Clock } from '../lib/clock.ts'
import { log } from '../lib/log.ts'
import { newTrace, traceHeaders } from '../lib/trace-context.ts'
import type { Sample } from './telemetry/window.ts'

const everyMs = 30_000
const minuteMs = 60_000
const timeoutMs = 10_000
/** A route with fewer requests than this in the last minute is quiet. Source: docs/health.md, "Probes". */
const minRequests = 2

/** A route that the service may probe. */
export type ProbeTarget = { id: string; subjectId: number; path: string }

/** Good and bad probes since the start of the process. */
export type ProbeCounts = { ok: number; bad: number }

/** Options of the prober; `observe` receives each result. */
export type ProbeOptions = {
  clock: Clock
  /** The URL of this process, e.g. `http://127.0.0.1:4000`. */
  baseUrl: string
  token: string
  requestsInLastMinute: (subjectId: number, at: number) => number
  observe: (endpointId: string, sample: Sample) => void
  counts: ProbeCounts
}

/** Running probes. `settled` resolves once all probes sent so far have their responses. */
export type Probing = { stop: () => void; settled: () => Promise<void> }

/** Probes quiet routes every 30 s, so that a broken one is noticed even if unused. */
export function startProbes(routes: readonly ProbeTarget[], options: ProbeOptions): Probing {
  const stopping = new AbortController()
  const sent = new Map<string, number[]>()
  const waiting = new Set<Promise<void>>()

  const stop = options.clock.every(everyMs, (at) => {
    for (const route of routes) {
      // Our own probes of the last minute are counted as requests, but do not count as use of the route.
      const ownProbes = (sent.get(route.id) ?? []).filter((earlier) => earlier >= at - minuteMs && earlier < at)
      const isQuiet = options.requestsInLastMinute(route.subjectId, at) - ownProbes.length < minRequests
      if (isQuiet) keep(waiting, probe(route, options, stopping.signal))
      sent.set(route.id, isQuiet ? [...ownProbes, at] : ownProbes)
    }
  })
  return {
    stop() {
      stop()
      stopping.abort()
    },
    settled: () => Promise.all(waiting).then(() => undefined),
  }
}

function keep(all: Set<Promise<void>>, one: Promise<void>): void {
  all.add(one)
  void one.finally(() => all.delete(one))
}

async function probe(
  { id, path }: ProbeTarget,
  { clock, baseUrl, token, observe, counts }: ProbeOptions,
  stopping: AbortSignal,
): Promise<void> {
  const started = clock.elapsed()
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
  const status = await call(baseUrl + path, token, signal).catch((error: unknown) => {
    if (!stopping.aborted) log.warn({ err: error, path }, 'a probe got no response')
    return null
  })
  if (stopping.aborted) return
  const ok = status !== null && status < 500
  counts[ok ? 'ok' : 'bad'] += 1
  observe(id, { at: clock.now(), ok, durationMs: clock.elapsed() - started, probe: true })
}

async function call(url: string, token: string, signal: AbortSignal): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    // The body is discarded: compressing it would only cost CPU.
    'accept-encoding': 'identity',
    ...traceHeaders(newTrace()),
  }
  const answer = await fetch(url, { headers, signal })
  await answer.arrayBuffer()
  return answer.status
}
