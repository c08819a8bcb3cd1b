import { createHash } from 'node:crypto'
import type { Attributes, MetricPoint } from '../../../otlp/telemetry-data.ts'

const hash = (json: string): string => createHash('sha256').update(json).digest('base64url')

const toJson = (attributes: Attributes): string =>
  JSON.stringify([...attributes].sort(([one], [other]) => (one < other ? -1 : 1)))

/** Computes the identities of data points of one request, which have few resources in common. */
export function createStreamIdentity() {
  const resources = new Map<Attributes, { json: string; hash: string }>()
  function resourceOf({ resource }: MetricPoint) {
    let known = resources.get(resource)
    if (!known) {
      const json = toJson(resource)
      resources.set(resource, (known = { json, hash: hash(json) }))
    }
    return known
  }

  return {
    /** Identifies the sender of a data point: the same for all data points of one process. */
    senderOf: (point: MetricPoint): string => resourceOf(point).hash,
    /**
     * Identifies the stream of a data point. Another start begins another cumulative stream, so that two processes with
     * the same resource, or one that was restarted, are not taken for one whose count falls.
     */
    streamOf(point: MetricPoint): string {
      const { scope, metric, unit, temporality, attributes, startNanos, bins } = point
      const start = temporality === 'cumulative' ? startNanos : null
      const bounds = bins.kind === 'explicit' ? bins.bounds : null
      const others = JSON.stringify([scope, metric, unit, temporality, start, bounds])
      return hash(`${resourceOf(point).json}${toJson(attributes)}${others}`)
    },
  }
}
