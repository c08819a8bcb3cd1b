import { createHash } from 'node:crypto'
import type { Attributes, MetricPoint } from '../../../otlp/telemetry-data.ts'
import { textOf } from './metric-targets.ts'

/** The hashes by which a data point's stream, its process, its sender and its service are known. */
export type StreamIdentity = { stream: string; process: string; sender: string; service: string }

const hash = (json: string): string => createHash('sha256').update(json).digest('base64url')

const toJson = (attributes: Attributes): string =>
  JSON.stringify([...attributes].sort(([one], [other]) => (one < other ? -1 : 1)))

/** Length of the hash of a service; the hash of a process begins with it. */
export const serviceLength = 8

type Resource = { json: string; sender: string; service: string; processes: Map<string, string> }

function readResource(resource: Attributes): Resource {
  const json = toJson(resource)
  const service = hash(JSON.stringify([textOf(resource, 'service.namespace'), textOf(resource, 'service.name')]))
  return { json, sender: hash(json), service: service.slice(0, serviceLength), processes: new Map() }
}

/**
 * Computes the identities of the data points of one request. Results are cached, because data points share resources
 * and processes.
 */
export function createStreamIdentity() {
  const resources = new Map<Attributes, Resource>()
  function resourceOf({ resource }: MetricPoint): Resource {
    const known = resources.get(resource) ?? readResource(resource)
    resources.set(resource, known)
    return known
  }
  function processOf(point: MetricPoint): string {
    const { processes, service, sender } = resourceOf(point)
    const key = JSON.stringify([point.metric, startOf(point)])
    const process = processes.get(key) ?? service + hash(sender + key)
    processes.set(key, process)
    return process
  }

  return {
    /** The sender of a data point: its resource, which several processes may share. */
    senderOf: (point: MetricPoint): string => resourceOf(point).sender,
    /**
     * The process of a data point. Data points with different starts, or of different metrics, have different
     * processes.
     */
    processOf,
    /**
     * The stream of a data point. Another start means another cumulative stream: otherwise two processes with the same
     * resource, or a restarted process, would look like one process whose count falls.
     */
    streamOf(point: MetricPoint): StreamIdentity {
      const { scope, metric, temporality, attributes } = point
      const { json, sender, service } = resourceOf(point)
      const others = JSON.stringify([scope, metric, temporality, startOf(point)])
      return { stream: hash(json + toJson(attributes) + others), process: processOf(point), sender, service }
    },
  }
}

/** The start that distinguishes cumulative streams; null for a delta, whose start is that of its interval. */
const startOf = ({ temporality, startNanos }: MetricPoint) => (temporality === 'cumulative' ? startNanos : null)

/** The form of a data point's sum and bins; only sums and bins of the same form are compared. */
export const formOf = ({ unit, bins }: MetricPoint): string =>
  hash(bins.kind === 'explicit' ? `${unit} ${bins.bounds.join(' ')}` : `${unit} ${bins.kind}`).slice(0, serviceLength)
