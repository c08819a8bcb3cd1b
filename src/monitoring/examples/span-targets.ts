import { isPostgresSafe } from '../../lib/postgres-values.ts'
import type { Attributes, Span } from '../../otlp/telemetry-data.ts'
import {
  destinationTarget,
  endpointTarget,
  hostTarget,
  libraryTarget,
  namedTarget,
  namesSubject,
  type Target,
} from '../telemetry/otlp/metric-targets.ts'

/**
 * The subjects that a span names, by the rules for data points: the subject in `vigia.subject.kind` and
 * `vigia.subject.id`, or else that of its route, destination or host; and its library.
 */
export function targetsOfSpan({ kind, attributes }: Pick<Span, 'kind' | 'attributes'>): Target[] {
  const main = namesSubject(attributes) ? namedTarget(attributes) : targetOfKind(kind, attributes)
  const library = libraryTarget(attributes)
  const targets = [...(main && !('refused' in main) ? [main] : []), ...(library ? [library] : [])]
  return targets.filter(({ key }) => key.length <= 300 && isPostgresSafe(key))
}

function targetOfKind(kind: Span['kind'], attributes: Attributes) {
  if (kind === 'internal') return null
  if (kind === 'server') return endpointTarget(attributes)
  const destination = destinationTarget(attributes)
  return kind === 'client' && 'refused' in destination ? hostTarget(attributes) : destination
}
