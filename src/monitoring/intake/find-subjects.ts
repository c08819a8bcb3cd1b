import type { Database } from '../../database/database.ts'
import type { Kind } from '../../generated/prisma/enums.ts'
import type { EndpointMatcher } from '../../inventory/endpoint-matcher.ts'
import { endpointShape } from '../../inventory/route-catalog.ts'
import { missingSubjectReason } from './accept-reports.ts'
import { loadSubjects, type RegisteredSubject, type Registry } from './subject-registry.ts'
import type { Target } from '../telemetry/otlp/metric-targets.ts'

/** A subject that is not registered, with a sentence that says so. */
export type UnknownSubject = { kind: Kind; key: string; missing: string }

/** Finds the subject of a target. */
export type FindSubject = (target: Target) => RegisteredSubject | UnknownSubject

/** Dependencies of finding subjects. */
export type FinderDeps = {
  db: Database
  registry: Registry
  readEndpointMatcher: () => Promise<EndpointMatcher<{ id: string }>>
}

/** Finds the subjects of targets: an endpoint by the shape of its route, an integration by its hosts or its key. */
export async function createSubjectFinder(
  { db, registry, readEndpointMatcher }: FinderDeps,
  targets: readonly Target[],
): Promise<FindSubject> {
  const hosts = targets.some((target) => target.hosts) ? await readHosts(db) : new Map<string, string>()
  const match = await readEndpointMatcher()
  const keyOf = (target: Target) =>
    target.kind === 'ENDPOINTS'
      ? endpointOf(target.key, match)
      : (target.hosts?.flatMap((host) => hosts.get(host) ?? [])[0] ?? target.key)
  const keys = targets.map((target) => ({ kind: target.kind, key: keyOf(target) }))
  const retired = await loadSubjects(registry, keys)
  return (target) => {
    const { kind } = target
    const key = keyOf(target)
    return registry.find(kind, key) ?? { kind, key, missing: missingSubjectReason({ kind, key }, retired[kind]) }
  }
}

/**
 * The id of the endpoint in use whose route differs from this one at most in the names of its parameters, else the id
 * itself. A literal segment is no value of a parameter: a route that is not in the inventory is another endpoint.
 */
function endpointOf(id: string, match: EndpointMatcher<{ id: string }>): string {
  const [method = '', path = ''] = id.split(' ', 2)
  const found = match(method, path)
  return found && endpointShape(found.id) === endpointShape(id) ? found.id : id
}

async function readHosts(db: Database): Promise<ReadonlyMap<string, string>> {
  const integrations = await db.integration.findMany({
    where: { hosts: { isEmpty: false }, subject: { retiredAt: null } },
    orderBy: { key: 'desc' },
  })
  return new Map(integrations.flatMap(({ key, hosts }) => hosts.map((host) => [host, key])))
}
