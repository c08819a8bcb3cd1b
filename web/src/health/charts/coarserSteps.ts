import { type HistoryPoint } from '../../api/health/health.ts'
import { type Span, type Step } from './timeSteps.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const stepsMs = [
  ...[30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR],
]

/** With fewer steps a chart shows no trend. */
const MIN_STEPS = 12
/** With fewer samples than this, longer steps would hide gaps rather than show a trend. */
const MIN_SAMPLED_STEPS = 8
/** Share of steps with samples that forms lines; at half of them, most points would still be isolated. */
const MOST = 0.75
/** If gaps keep every step length below that share, this fraction of the best share suffices. */
const NEARLY_BEST = 0.8

/** The same span in longer steps if the samples are too few for its own: lines instead of scattered dots. */
export function withStepsForSamples(span: Span): Span {
  const stepMs = chooseStepMs(span)
  return stepMs === span.window.stepMs ? span : mergeSteps(span, stepMs)
}

/**
 * Chooses the smallest step length at which most steps have samples. Where none reaches that, because samples were
 * missing for a long time, it is the smallest that comes close to the best.
 */
export function chooseStepMs({ window: { stepMs, durationMs }, steps }: Pick<Span, 'window' | 'steps'>): number {
  const starts = steps.filter(({ point }) => point).map(({ from }) => from)
  if (starts.length < MIN_SAMPLED_STEPS) return stepMs
  const lengths = [stepMs, ...stepsMs.filter((length) => length > stepMs && isPossible(length, stepMs, durationMs))]
  const shares = lengths.map((length) => ({ length, share: shareWithSamples(starts, length) }))
  const best = Math.max(...shares.map(({ share }) => share))
  const enough = best >= MOST ? MOST : best * NEARLY_BEST
  return shares.find(({ share }) => share >= enough)?.length ?? stepMs
}

const isPossible = (length: number, stepMs: number, durationMs: number) =>
  length % stepMs === 0 && durationMs % length === 0 && durationMs / length >= MIN_STEPS

/** Share of the steps with samples, among those from the first sample to the last. */
function shareWithSamples(starts: readonly number[], length: number): number {
  const occupied = new Set(starts.map((start) => Math.floor(start / length)))
  const [first = 0] = occupied
  const last = [...occupied].at(-1) ?? 0
  return occupied.size / (last - first + 1)
}

function mergeSteps(span: Span, stepMs: number): Span {
  const { nowMs, steps, window } = span
  const to = nowMs - (nowMs % stepMs) + stepMs
  const from = to - window.durationMs
  const pointsOf = new Map<number, HistoryPoint[]>()
  const budgetOf = new Map<number, number | null>()
  for (const { from: at, point, budgetMs } of steps) {
    const start = at - (at % stepMs)
    budgetOf.set(start, budgetMs)
    if (point) pointsOf.set(start, [...(pointsOf.get(start) ?? []), point])
  }
  const merged = Array.from({ length: window.durationMs / stepMs }, (_, index): Step => {
    const start = from + index * stepMs
    const end = start + stepMs
    return {
      from: start,
      to: end,
      middle: start + stepMs / 2,
      point: mergePoints(pointsOf.get(start) ?? []),
      budgetMs: budgetOf.get(start) ?? null,
      isRunning: end > nowMs,
    }
  })
  return { window: { ...window, stepMs, stepLabel: formatStep(stepMs) }, from, to, nowMs, steps: merged }
}

/** Sums the requests of several points and estimates the percentiles of all their samples from those of each point. */
export function mergePoints(points: readonly HistoryPoint[]): HistoryPoint | null {
  const [first] = points
  if (!first || points.length === 1) return first ?? null
  const requests = points.reduce((sum, point) => sum + point.requests, 0)
  const errors = points.reduce((sum, point) => sum + point.requests * point.errorRate, 0)
  const samples = points.flatMap(estimateSamples).sort((a, b) => a - b)
  const quantile = (share: number) => samples[Math.max(0, Math.ceil(share * samples.length) - 1)] ?? 0
  return {
    ...first,
    budgetMs: points.at(-1)?.budgetMs ?? null,
    requests,
    errorRate: requests === 0 ? 0 : errors / requests,
    latency: {
      p50: quantile(0.5),
      p95: quantile(0.95),
      p99: quantile(0.99),
      approximate: points.some(({ latency }) => latency.approximate),
    },
  }
}

/** Enough for the percentiles of one point; more samples would only repeat them. */
const MAX_SAMPLES = 200

function estimateSamples({ requests, latency: { p50, p95, p99 } }: HistoryPoint): number[] {
  const count = Math.min(Math.max(1, requests), MAX_SAMPLES)
  return Array.from({ length: count }, (_, index) => {
    const rank = (index + 0.5) / count
    if (rank <= 0.5) return p50
    return rank <= 0.95 ? p95 : p99
  })
}

function formatStep(stepMs: number): string {
  if (stepMs < MINUTE) return `${String(stepMs / SECOND)} s`
  return stepMs < HOUR ? `${String(stepMs / MINUTE)} min` : `${String(stepMs / HOUR)} h`
}
