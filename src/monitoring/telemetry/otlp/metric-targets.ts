import type { Kind } from '../../../generated/prisma/enums.ts'
import type { Attributes } from '../../../otlp/telemetry-data.ts'
import { toRoute } from '../../../inventory/find-route.ts'
import { endpointId } from '../../../inventory/route-catalog.ts'
import { anyNoun, kindOfNoun, kinds } from '../../../lib/kinds.ts'
import type { Refusal } from '../sources/refusal.ts'

/**
 * A subject that a data point is about. `hosts` are the names by which its integration may be known, the most specific
 * first. `isVerbatim`: the route of the endpoint could not be read, so that only an endpoint with exactly this id
 * matches.
 */
export type Target = { kind: Kind; key: string; hosts?: readonly string[]; isVerbatim?: boolean }

/** Rejected data, with the reason: a sentence, with a code if its source shows it. */
export type Refused = { refused: Refusal | string }

/** Whether the attributes name their subject explicitly. */
export const namesSubject = (attributes: Attributes): boolean =>
  attributes.has('vigia.subject.kind') || attributes.has('vigia.subject.id')

/** The subject that the attributes name explicitly. */
export function namedTarget(attributes: Attributes): Target | Refused {
  const kind = kindOfNoun.get((textOf(attributes, 'vigia.subject.kind') ?? '').toLowerCase())
  const id = textOf(attributes, 'vigia.subject.id')
  if (!kind || id === null) return { refused: `vigia.subject.kind is ${anyNoun}, and comes with vigia.subject.id.` }
  const [, method = '', path] = /^([A-Za-z]+) (\/.*)$/.exec(id) ?? []
  if (!kinds[kind].isRoute) return { kind, key: id }
  if (path === undefined) return { kind, key: id.replace(/[?#].*$/su, ''), isVerbatim: true }
  return routeTarget(method, path)
}

/** The library that attributes name; null without one. */
export function libraryTarget(attributes: Attributes): Target | null {
  const code = textOf(attributes, 'vigia.library')
  return code === null ? null : { kind: 'LIBRERIAS', key: code }
}

/** The endpoint of a request, by its method and route. */
export function endpointTarget(attributes: Attributes): Target | Refused {
  const method = textOf(attributes, 'http.request.method', 'http.method', 'method')
  const route = textOf(attributes, 'http.route', 'uri')
  if (method === null || route === null || noRoutes.has(route))
    return { refused: 'It has no http.request.method or no http.route, so that its endpoint is not known.' }
  return routeTarget(method, route)
}

function routeTarget(method: string, text: string): Target {
  const { isVerbatim = false, ...route } = toRoute(method.toUpperCase(), text)
  return { kind: 'ENDPOINTS', key: endpointId(route), ...(isVerbatim && { isVerbatim }) }
}

/** Values that Micrometer sends for requests without a route. */
const noRoutes = new Set(['UNKNOWN', 'NOT_FOUND', 'REDIRECTION', 'root'])

/** The integration that a request went to, by its host. */
export function hostTarget(attributes: Attributes): Target | Refused {
  const host = textOf(attributes, 'server.address', 'net.peer.name', 'client.name')?.toLowerCase()
  if (host === undefined) return { refused: 'It has no server.address, so that its integration is not known.' }
  const port = textOf(attributes, 'server.port', 'net.peer.port')
  return { kind: 'INTEGRACIONES', key: host, hosts: port === null ? [host] : [`${host}:${port}`, host] }
}

/** The integration of a message, by its destination. */
export function destinationTarget(attributes: Attributes): Target | Refused {
  const key = textOf(attributes, 'messaging.destination.template', 'messaging.destination.name')
  return key === null
    ? { refused: 'It has no messaging.destination.name, so that its integration is not known.' }
    : { kind: 'INTEGRACIONES', key }
}

/** The first of these attributes that has a value, as text. */
export function textOf(attributes: Attributes, ...names: string[]): string | null {
  for (const name of names) {
    const value = attributes.get(name)
    if (value !== undefined && value !== '') return String(value)
  }
  return null
}
