import { type Incident } from '../../../api/incidents/incidents.ts'

/** Samples are counted in buckets of this length. */
const BUCKET_MS = 10_000

/**
 * The period of the operations that led to evidence of an incident, end exclusive; null if the evidence has no window.
 */
export function evaluatedPeriod(
  { previous, timeline }: EvaluatedIncident,
  evidence: Incident['evidence'],
): { from: string; to: string } | null {
  const { windowSeconds, n } = evidence
  if (windowSeconds === null || n === 0) return null
  const to = Date.parse(evidence.at)
  // Samples from before a resolution do not count again.
  const resolutions = [previous?.resolvedAt, ...timeline.map(({ at, event }) => (event === 'RESOLVED' ? at : null))]
  const starts = resolutions.flatMap((at) => (at ? [Math.ceil(Date.parse(at) / BUCKET_MS) * BUCKET_MS] : []))
  const from = Math.max(to - windowSeconds * 1000, ...starts.filter((start) => start < to))
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** The longest window that can open an incident. Source: docs/health.md. */
const LONGEST_WINDOW_MS = 3_600_000

/**
 * The period of a resolved incident, extended back to the operations that can have opened it, but not beyond the
 * resolution of the previous incident. End exclusive. Null while the incident is not resolved.
 */
export function resolvedPeriod({
  openedAt,
  resolvedAt,
  previous,
}: ResolvedIncident): { from: string; to: string } | null {
  if (!resolvedAt) return null
  const earliest = Date.parse(openedAt) - LONGEST_WINDOW_MS
  const from = previous?.resolvedAt ? Math.max(earliest, Date.parse(previous.resolvedAt)) : earliest
  return { from: new Date(from).toISOString(), to: resolvedAt }
}

type ResolvedIncident = Pick<Incident, 'openedAt' | 'resolvedAt' | 'previous'>

type EvaluatedIncident = Pick<Incident, 'previous' | 'timeline'>
