import { type Incident } from '../../../api/incidents/incidents.ts'

/** Samples are counted in buckets of this length. */
const BUCKET_MS = 10_000

/** The period whose operations were evaluated when the incident got its severity, end exclusive; null without one. */
export function evaluatedPeriod({
  evidence,
  previous,
  timeline,
}: EvaluatedIncident): { from: string; to: string } | null {
  const { windowSeconds, n } = evidence
  if (windowSeconds === null || n === 0) return null
  const to = Date.parse(evidence.at)
  // Samples from before a resolution are not counted again.
  const resolutions = [previous?.resolvedAt, ...timeline.map(({ at, event }) => (event === 'RESOLVED' ? at : null))]
  const starts = resolutions.flatMap((at) => (at ? [Math.ceil(Date.parse(at) / BUCKET_MS) * BUCKET_MS] : []))
  const from = Math.max(to - windowSeconds * 1000, ...starts.filter((start) => start < to))
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

type EvaluatedIncident = Pick<Incident, 'evidence' | 'previous' | 'timeline'>
