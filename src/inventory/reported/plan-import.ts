import { endpointId } from '../route-catalog.ts'
import { ownService, requestPattern, type DeclaredEndpoint, type FieldProblem } from './endpoint-declaration.ts'

/** The properties of an endpoint that an import compares. */
export type EndpointDetails = Pick<DeclaredEndpoint, 'authRequired' | 'critical'> & { areaId: string | null }

/** An endpoint as stored; `service` is null for one of our own. */
export type StoredEndpoint = EndpointDetails & {
  id: string
  subjectId: number
  method: string
  path: string
  service: string | null
  isRetired: boolean
}

/** An endpoint that an import changes. */
export type EndpointChange = { id: string; before: EndpointDetails; after: EndpointDetails }

/** The effects of an import of a service's endpoints; ids are sorted. */
export type ImportPlan = {
  added: string[]
  changed: EndpointChange[]
  /** Retired ones that come back. */
  restored: string[]
  retired: string[]
  unchanged: number
}

/** Whether an import changes anything. */
export const isEmptyPlan = ({ added, changed, restored, retired }: ImportPlan): boolean =>
  added.length + changed.length + restored.length + retired.length === 0

/** Compares the whole list of a service with what is stored: all endpoints in use, and retired ones with the same ids. */
export function planImport(
  service: string,
  declared: readonly DeclaredEndpoint[],
  stored: readonly StoredEndpoint[],
): ImportPlan {
  const storedById = new Map(stored.map((endpoint) => [endpoint.id, endpoint]))
  const plan: ImportPlan = { added: [], changed: [], restored: [], retired: [], unchanged: 0 }
  for (const endpoint of declared) addToPlan(plan, endpoint, storedById.get(endpointId(endpoint)))
  const wanted = new Set(declared.map(endpointId))
  for (const { id, isRetired, service: owner } of stored)
    if (owner === service && !isRetired && !wanted.has(id)) plan.retired.push(id)
  for (const ids of [plan.added, plan.restored, plan.retired]) ids.sort()
  plan.changed.sort((one, other) => (one.id < other.id ? -1 : 1))
  return plan
}

function addToPlan(plan: ImportPlan, endpoint: DeclaredEndpoint, stored: StoredEndpoint | undefined): void {
  const id = endpointId(endpoint)
  if (!stored) {
    plan.added.push(id)
    return
  }
  if (stored.isRetired) {
    plan.restored.push(id)
    return
  }
  const [before, after] = [detailsOf(stored), detailsOf(endpoint)]
  if (JSON.stringify(before) === JSON.stringify(after)) plan.unchanged += 1
  else plan.changed.push({ id, before, after })
}

const detailsOf = ({ areaId, authRequired, critical }: EndpointDetails): EndpointDetails => ({
  areaId,
  authRequired,
  critical,
})

/** The declared endpoints that match the same requests as an endpoint in use of another service or of Vigía itself. */
export function findClaimed(
  service: string,
  declared: readonly DeclaredEndpoint[],
  stored: readonly StoredEndpoint[],
): FieldProblem[] {
  const others = stored.filter((endpoint) => endpoint.service !== service && !endpoint.isRetired)
  const byPattern = new Map(others.map((endpoint) => [requestPattern(endpoint), endpoint]))
  return declared.flatMap((endpoint) => {
    const other = byPattern.get(requestPattern(endpoint))
    return other ? [{ field: endpointId(endpoint), message: claimProblem(endpointId(endpoint), other) }] : []
  })
}

function claimProblem(id: string, { id: otherId, service }: StoredEndpoint): string {
  const owner = service === null ? `Vigía itself (${ownService})` : `the service ${service}`
  return id === otherId ? `${id} belongs to ${owner}.` : `${id} takes the same requests as ${otherId} of ${owner}.`
}
