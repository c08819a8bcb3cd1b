import { storableText, isPostgresSafe } from '../../../lib/postgres-values.ts'
import type { Attributes, MetricPoint } from '../../../otlp/telemetry-data.ts'
import type { Refusal } from '../sources/refusal.ts'
import {
  destinationTarget,
  endpointTarget,
  hostTarget,
  libraryTarget,
  namedTarget,
  namesSubject,
  textOf,
  type Refused,
  type Target,
} from './metric-targets.ts'

/** The meaning of a data point: its subjects, whether its requests failed, and its unit in milliseconds. */
export type MappedPoint = { targets: Target[]; isBad: boolean; msPerUnit: number }

/**
 * Maps a data point to subjects; null for a metric that concerns none. `environment` is the setting APP_ENVIRONMENT.
 * Source of the names: the semantic conventions of OpenTelemetry, and those of Micrometer.
 */
export function mapPoint(point: MetricPoint, environment: string): MappedPoint | Refused | null {
  const { attributes, metric } = point
  const known = metrics.get(metric)
  const definition = namesSubject(attributes) ? { ...(known ?? server('')), target: namedTarget } : known
  if (!definition) return null
  const msPerUnit = units.get((point.unit || definition.unit).toLowerCase())
  const refused = checkEnvironment(point.resource, environment)
  if (refused !== null) return { refused }
  if (msPerUnit === undefined)
    return { refused: `The unit of ${metric} is s or ms, not ${JSON.stringify(storableText(point.unit, 20))}.` }
  const targets = targetsOf(attributes, definition)
  return 'refused' in targets ? targets : { targets, isBad: isBad(attributes, definition.role), msPerUnit }
}

/** The subjects of a data point: the subject of its metric, and its library. Either suffices. */
function targetsOf(attributes: Attributes, { target }: Definition): Target[] | Refused {
  const main = target(attributes)
  const library = libraryTarget(attributes)
  if ('refused' in main) return library ? checkNames([library]) : main
  return checkNames(library ? [main, library] : [main])
}

function checkNames(targets: Target[]): Target[] | Refused {
  return targets.every(({ key }) => key.length <= 300 && isPostgresSafe(key))
    ? targets
    : { refused: 'The name of a subject has at most 300 characters, no NUL and no half of a character.' }
}

type Role = 'server' | 'client' | 'messaging'
type Definition = { role: Role; unit: string; target: (attributes: Attributes) => Target | Refused }

const server = (unit: string): Definition => ({ role: 'server', unit, target: endpointTarget })
const client = (unit: string): Definition => ({ role: 'client', unit, target: hostTarget })
const messaging = (unit: string): Definition => ({ role: 'messaging', unit, target: destinationTarget })

/** The metrics that are read, with the unit to assume if the sender names none. */
const metrics = new Map<string, Definition>([
  ['http.server.request.duration', server('s')],
  ['http.server.duration', server('ms')],
  ['http.server.requests', server('ms')],
  ['http.client.request.duration', client('s')],
  ['http.client.duration', client('ms')],
  ['http.client.requests', client('ms')],
  ['messaging.process.duration', messaging('s')],
  ['messaging.client.operation.duration', messaging('s')],
])

const units = new Map([
  ['s', 1_000],
  ['seconds', 1_000],
  ['ms', 1],
  ['milliseconds', 1],
  ['us', 0.001],
  ['microseconds', 0.001],
  ['ns', 0.000_001],
  ['nanoseconds', 0.000_001],
])

/** The reason to refuse telemetry of a resource from another environment; null if it is accepted. */
export function checkEnvironment(resource: Attributes, expected: string): Refusal | null {
  const sent = textOf(resource, 'deployment.environment.name', 'deployment.environment')
  if (sent === null || sent.toLowerCase() === expected.toLowerCase()) return null
  const environment = storableText(sent, 50)
  const message = `Its deployment.environment.name is ${environment}; this panel shows ${expected} (APP_ENVIRONMENT).`
  return { reason: 'ENVIRONMENT', message, environment }
}

/**
 * Whether the requests of a stream failed: according to their status, otherwise to the error. A client request without
 * a status got no answer.
 */
function isBad(attributes: Attributes, role: Role): boolean {
  const error = textOf(attributes, 'error.type')
  if (role === 'messaging') return error !== null
  const status = Number(textOf(attributes, 'http.response.status_code', 'http.status_code', 'status') ?? NaN)
  if (Number.isInteger(status)) return status >= 500
  return error !== null || attributes.get('outcome') === 'SERVER_ERROR' || role === 'client'
}
