import type { Sentence } from '../../messages/sentences.ts'
import { requestPattern } from '../read-route.ts'
import { endpointId } from '../route-catalog.ts'
import { ownService as vigia, problemAt, type DeclaredEndpoint, type FieldProblem } from './endpoint-declaration.ts'

/** The properties of an endpoint that an import compares. */
export type EndpointDetails = Pick<DeclaredEndpoint, 'path' | 'authRequired' | 'critical'> & { areaId: string | null }

/** An endpoint as stored; `service` is null for one of our own. */
export type StoredEndpoint = EndpointDetails & {
  id: string
  subjectId: number
  method: string
  service: string | null
  isRetired: boolean
  /** Whether it was missing from the last import and stayed in use. */
  isMissing: boolean
  /** Whether it was missing from an import together with so many others that only a confirmation retires it. */
  needsConfirmation: boolean
}

/** An endpoint that an import changes. */
export type EndpointChange = { id: string; before: EndpointDetails; after: EndpointDetails }

/** The effects of an import of a service's endpoints; ids are sorted. */
export type ImportPlan = {
  added: string[]
  changed: EndpointChange[]
  /** Retired endpoints that come back. */
  restored: string[]
  retired: string[]
  /** Missing endpoints that stay in use until their retirement is confirmed. */
  pendingRetirement: string[]
  unchanged: number
}

/** A declared endpoint with the id that it is stored under, or will be. */
export type IdentifiedEndpoint = DeclaredEndpoint & { id: string }

/** A plan, and which of the endpoints that stay in use only a confirmation retires. */
export type PlannedImport = { plan: ImportPlan; needConfirmation: readonly string[] }

/** Whether missing endpoints are retired in any case, and whether a part of the list could not be read. */
export type RetirementTerms = { retire: boolean; isIncomplete: boolean }

/** Whether an import changes nothing, except which retirements wait. */
export const isEmptyPlan = ({ added, changed, restored, retired }: ImportPlan): boolean =>
  added.length + changed.length + restored.length + retired.length === 0

/**
 * Gives declared endpoints the ids of the stored endpoints that take the same requests, so that an endpoint keeps its
 * id if its parameters are renamed.
 */
export function identify(
  service: string,
  declared: readonly DeclaredEndpoint[],
  stored: readonly StoredEndpoint[],
): IdentifiedEndpoint[] {
  const candidates = new Map<string, StoredEndpoint[]>()
  for (const endpoint of stored) {
    if (!endpoint.isRetired && endpoint.service !== service) continue
    const pattern = requestPattern(endpoint)
    candidates.set(pattern, [...(candidates.get(pattern) ?? []), endpoint])
  }
  return declared.map((endpoint) => {
    const id = endpointId(endpoint)
    const same = candidates.get(requestPattern(endpoint)) ?? []
    const found = same.find(({ isRetired }) => !isRetired) ?? same.find((one) => one.id === id) ?? same[0]
    return { ...endpoint, id: found?.id ?? id }
  })
}

/**
 * Compares the whole list of a service with what is stored: all endpoints in use, and retired ones that take the same
 * requests.
 */
export function planImport(
  service: string,
  declared: readonly IdentifiedEndpoint[],
  stored: readonly StoredEndpoint[],
  terms: RetirementTerms,
): PlannedImport {
  const storedById = new Map(stored.map((endpoint) => [endpoint.id, endpoint]))
  const plan: ImportPlan = { added: [], changed: [], restored: [], retired: [], pendingRetirement: [], unchanged: 0 }
  for (const endpoint of declared) addToPlan(plan, endpoint, storedById.get(endpoint.id))
  const wanted = new Set(declared.map(({ id }) => id))
  const inUse = stored.filter((endpoint) => endpoint.service === service && !endpoint.isRetired)
  const needConfirmation = retireMissing(plan, { inUse, wanted }, terms)
  for (const ids of [plan.added, plan.restored, plan.retired, plan.pendingRetirement]) ids.sort()
  plan.changed.sort((one, other) => (one.id < other.id ? -1 : 1))
  return { plan, needConfirmation }
}

type Lists = { inUse: readonly StoredEndpoint[]; wanted: ReadonlySet<string> }

/**
 * Plans the retirement of missing endpoints; if the list looks incomplete, the retirement waits. Returns the waiting
 * endpoints that only a confirmation retires. A later, complete list retires the others.
 */
function retireMissing(
  plan: ImportPlan,
  { inUse, wanted }: Lists,
  { retire, isIncomplete }: RetirementTerms,
): string[] {
  const missing = inUse.filter(({ id }) => !wanted.has(id))
  if (retire) {
    plan.retired = missing.map(({ id }) => id)
    return []
  }
  // Endpoints that already wait count in both numbers, so that a list that shrinks step by step retires nothing.
  const areMany = wanted.size === 0 || (missing.length >= 2 && 2 * missing.length > inUse.length)
  const mustConfirm = missing.filter(({ needsConfirmation }) => areMany || needsConfirmation)
  const waiting = isIncomplete ? missing : mustConfirm
  plan.pendingRetirement = waiting.map(({ id }) => id)
  plan.retired = missing.filter((endpoint) => !waiting.includes(endpoint)).map(({ id }) => id)
  return mustConfirm.map(({ id }) => id)
}

function addToPlan(plan: ImportPlan, endpoint: IdentifiedEndpoint, stored: StoredEndpoint | undefined): void {
  if (!stored) {
    plan.added.push(endpoint.id)
    return
  }
  if (stored.isRetired) {
    plan.restored.push(stored.id)
    return
  }
  const [before, after] = [detailsOf(stored), detailsOf(endpoint)]
  if (JSON.stringify(before) === JSON.stringify(after)) plan.unchanged += 1
  else plan.changed.push({ id: stored.id, before, after })
}

const detailsOf = ({ path, areaId, authRequired, critical }: EndpointDetails): EndpointDetails => ({
  path,
  areaId,
  authRequired,
  critical,
})

/**
 * Problems of declared endpoints that match the same requests as an endpoint of another service or of Vigía itself.
 * Retired endpoints do not count.
 */
export function findClaimed(
  service: string,
  declared: readonly DeclaredEndpoint[],
  stored: readonly StoredEndpoint[],
): FieldProblem[] {
  const others = stored.filter((endpoint) => endpoint.service !== service && !endpoint.isRetired)
  const byPattern = new Map(others.map((endpoint) => [requestPattern(endpoint), endpoint]))
  return declared.flatMap((endpoint) => {
    const other = byPattern.get(requestPattern(endpoint))
    return other ? [problemAt(endpointId(endpoint), claimProblem(endpointId(endpoint), other))] : []
  })
}

function claimProblem(endpoint: string, { service, ...stored }: StoredEndpoint): Sentence {
  const other = endpointId(stored)
  if (service === null)
    return endpoint === other
      ? { code: 'ENDPOINT_OF_VIGIA', parameters: { endpoint, vigia } }
      : { code: 'SAME_REQUESTS_AS_VIGIA', parameters: { endpoint, other, vigia } }
  return endpoint === other
    ? { code: 'ENDPOINT_OF_SERVICE', parameters: { endpoint, service } }
    : { code: 'SAME_REQUESTS_AS_SERVICE', parameters: { endpoint, other, service } }
}
