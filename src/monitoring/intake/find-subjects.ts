import type { Database, RootDatabase } from '../../database/database.ts'
import { readHorizon } from '../../database/registration-horizon.ts'
import type { EndpointMatcher, InventoryMatcher } from '../../inventory/endpoint-matcher.ts'
import { findRoute } from '../../inventory/find-route.ts'
import { splitEndpointId } from '../../inventory/route-catalog.ts'
import { kinds } from '../../lib/kinds.ts'
import { findReported, type UnknownSubject } from './reported-subjects.ts'
import type { RegisteredSubject, Registry } from './subject-registry.ts'
import type { Target } from '../telemetry/otlp/metric-targets.ts'

/** Finds the subject of a target. */
export type FindSubject = (target: Target) => RegisteredSubject | UnknownSubject

/** Dependencies of finding subjects. */
export type FinderDeps = {
  db: RootDatabase
  registry: Registry
  readEndpointMatcher: () => Promise<InventoryMatcher<{ id: string; path: string }>>
}

/**
 * Finds the subjects of targets: an endpoint by the shape of its route, an integration by its hosts or its key. All
 * subjects whose registration has at most the place `horizon` are found; later ones may be missing, because the cached
 * inventory may be older.
 */
export async function createSubjectFinder(
  { db, registry, readEndpointMatcher }: FinderDeps,
  targets: readonly Target[],
): Promise<{ find: FindSubject; horizon: bigint }> {
  // The horizon is read before the look-ups: subjects registered in the meantime are not known to this request.
  const now = await readHorizon(db)
  const hosts = targets.some((target) => target.hosts) ? await readHosts(db) : new Map<string, string>()
  const match = await readEndpointMatcher()
  const keyOf = (target: Target) =>
    kinds[target.kind].isRoute
      ? endpointOf(target, match)
      : (target.hosts?.flatMap((host) => hosts.get(host) ?? [])[0] ?? target.key)
  const keys = targets.map((target) => ({ kind: target.kind, key: keyOf(target) }))
  const find = await findReported(registry, keys)
  return {
    find: (target) => find({ kind: target.kind, key: keyOf(target) }),
    horizon: match.horizon < now ? match.horizon : now,
  }
}

/** The id of the endpoint in use that serves this route; without one, the route itself. */
function endpointOf({ key, isVerbatim = false }: Target, match: EndpointMatcher<{ id: string; path: string }>): string {
  return findRoute(match, { ...splitEndpointId(key), isVerbatim })?.id ?? key
}

async function readHosts(db: Database): Promise<ReadonlyMap<string, string>> {
  const integrations = await db.integration.findMany({
    where: { hosts: { isEmpty: false }, subject: { retiredAt: null } },
    orderBy: { key: 'desc' },
  })
  return new Map(integrations.flatMap(({ key, hosts }) => hosts.map((host) => [host, key])))
}
