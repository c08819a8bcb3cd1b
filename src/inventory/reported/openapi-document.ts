import { createItemReader, isObject, operationMethods, type JsonObject, type PathItem } from './openapi-path-items.ts'
import { resolveServers } from './openapi-servers.ts'
import { cutText } from '../../messages/catalogue.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { spellRoute, type Checked } from '../read-route.ts'
import {
  endpointMethods,
  findArea,
  isInBackOffice,
  normalizePath,
  prefix,
  problemAt,
  skip,
  unknownArea,
  type DeclaredEndpoint,
  type DeclaredList,
  type FieldProblem,
} from './endpoint-declaration.ts'

/**
 * The endpoints of an OpenAPI document. If there is any problem, none of them is imported. Skipped are operations outside
 * `/api/admin/`, and those with a method that endpoints do not have.
 */
export type OpenApiEndpoints = DeclaredList & { problems: FieldProblem[] }

const methods = endpointMethods.join(', ')

type Operation = { document: JsonObject; item: JsonObject; operation: JsonObject; method: string; path: string }

/**
 * Reads the operations of an OpenAPI 3.0 or 3.1 document as endpoints. Problems name the part of the document that they
 * are about.
 */
export function readOpenApi(document: JsonObject): OpenApiEndpoints {
  const { paths = {} } = document
  const problems = checkVersion(document)
  if (!isObject(paths)) problems.push(problemAt('paths', { code: 'PATHS_INVALID', parameters: {} }))
  const read: OpenApiEndpoints = { endpoints: [], skipped: [], unread: [], problems }
  if (problems.length > 0) return read
  const readItem = createItemReader(document)
  for (const [path, value] of Object.entries(Object(paths) as JsonObject))
    if (!path.startsWith('x-')) readPathItem(read, { document, path, ...readItem(value) })
  problems.push(...checkAny(read))
  return read
}

/** A problem if every operation was skipped: then the document was sent by mistake. */
function checkAny({ endpoints, unread, skipped: [first], problems }: OpenApiEndpoints): FieldProblem[] {
  if (!first || endpoints.length + unread.length + problems.length > 0) return []
  const { sentence: reason } = first
  const operation = cutText(first.operation)
  const all: Sentence =
    reason.code === 'METHOD_UNKNOWN'
      ? { code: 'ALL_OF_OTHER_METHODS', parameters: { operation, methods } }
      : { code: 'ALL_ELSEWHERE', parameters: { operation, prefix } }
  return [problemAt('paths', all)]
}

function checkVersion({ openapi, swagger }: JsonObject): FieldProblem[] {
  if (typeof openapi === 'string' && /^3\.[01](?:\.|$)/.test(openapi)) return []
  const version = typeof openapi === 'string' ? openapi : typeof swagger === 'string' ? `Swagger ${swagger}` : null
  return [
    problemAt(
      'openapi',
      version === null
        ? { code: 'VERSION_MISSING', parameters: {} }
        : { code: 'VERSION_UNKNOWN', parameters: { version: cutText(version) } },
    ),
  ]
}

function readPathItem(read: OpenApiEndpoints, source: PathItem & Omit<Operation, 'operation' | 'method'>): void {
  const { item, problem } = source
  const present = operationMethods.filter((method) => item[method] !== undefined)
  // Allowed by OpenAPI, where the reader may not see any; which endpoints there are is then not known.
  const reason = problem ?? (present.length === 0 ? { code: 'PATH_ITEM_EMPTY', parameters: {} } : null)
  if (reason !== null) skipItem(read, source, reason)
  for (const method of present) {
    const operation = item[method]
    const name = method.toUpperCase()
    if (isObject(operation)) readOperation(read, { ...source, operation, method: name })
    else skipItem(read, source, { code: 'OPERATION_INVALID', parameters: { method: name } })
  }
}

/** Skips a whole path item, unless it is outside the back office. */
function skipItem(
  read: OpenApiEndpoints,
  { document, item, path }: Omit<Operation, 'operation' | 'method'>,
  reason: Sentence,
) {
  const paths = resolveServers([item.servers, document.servers], path)
  const operation = 'value' in paths ? firstInBackOffice(paths.value, path) : path
  if ('problem' in paths || isInBackOffice(operation)) read.unread.push({ ...skip(operation, reason), endpoint: null })
}

function readOperation(read: OpenApiEndpoints, source: Operation): void {
  const field = `paths.${source.path}.${source.method.toLowerCase()}`
  const levels = [source.operation.servers, source.item.servers]
  const paths = resolveServers([...levels, source.document.servers], source.path)
  if ('problem' in paths) {
    const operation = `${source.method} ${source.path}`
    if ('value' in resolveServers(levels, source.path)) read.problems.push(problemAt(field, paths.problem))
    else read.unread.push({ ...skip(operation, paths.problem), endpoint: null })
    return
  }
  const fullPath = firstInBackOffice(paths.value, source.path)
  const method = endpointMethods.find((name) => name === source.method)
  const operation = `${source.method} ${fullPath}`
  if (!method) read.skipped.push(skip(operation, { code: 'METHOD_UNKNOWN', parameters: { methods } }))
  else if (!isInBackOffice(fullPath))
    read.skipped.push(skip(operation, { code: 'OPERATION_ELSEWHERE', parameters: { prefix } }))
  else addEndpoint(read, { field, method, path: fullPath }, readDetails(source))
}

/** If there are several servers, e.g. of two environments, the first that is the back office counts. */
const firstInBackOffice = (paths: readonly string[], path: string): string =>
  paths.find(isInBackOffice) ?? paths[0] ?? path

type EndpointDetails = {
  areaId: Checked<DeclaredEndpoint['areaId']>
  critical: Checked<boolean>
  authRequired: Checked<boolean>
}

type EndpointPlace = { field: string; method: DeclaredEndpoint['method']; path: string }

function addEndpoint(
  { endpoints, unread, problems }: OpenApiEndpoints,
  { field, method, path }: EndpointPlace,
  { areaId, critical, authRequired }: EndpointDetails,
): void {
  const wrong = [areaId, critical, authRequired].flatMap((part) => ('problem' in part ? [part.problem] : []))
  problems.push(...wrong.map((problem) => problemAt(field, problem)))
  if ('problem' in areaId || 'problem' in critical || 'problem' in authRequired) return
  const details = { areaId: areaId.value, critical: critical.value, authRequired: authRequired.value }
  const read = normalizePath(path)
  if ('value' in read) endpoints.push({ method, path: read.value, ...details })
  else {
    const endpoint = { method, path: spellRoute(path), ...details }
    unread.push({ ...skip(`${method} ${path}`, read.problem), endpoint })
  }
}

function readDetails({ document, item, operation }: Operation): EndpointDetails {
  const extension = (name: string) => [operation, item, document].map((level) => level[name]).find(isGiven)
  return {
    areaId: readArea(extension('x-vigia-area'), operation.tags),
    critical: readCritical(extension('x-vigia-critical')),
    authRequired: readAuthRequired(operation.security ?? document.security),
  }
}

const isGiven = (value: unknown) => value !== undefined

// A tag that is not the name of an area only groups operations in documentation, so it is ignored.
function readArea(area: unknown, tags: unknown): Checked<DeclaredEndpoint['areaId']> {
  if (area === null) return { value: null }
  if (area === undefined) {
    const names = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
    return { value: names.map(findArea).find((id) => id !== undefined) ?? null }
  }
  if (typeof area !== 'string') return { problem: { code: 'AREA_INVALID', parameters: {} } }
  const id = findArea(area)
  return id === undefined ? { problem: unknownArea(area) } : { value: id }
}

const readCritical = (critical: unknown = false): Checked<boolean> =>
  typeof critical === 'boolean' ? { value: critical } : { problem: { code: 'CRITICAL_INVALID', parameters: {} } }

/** Whether a session is required: there are requirements, and none is `{}`, which makes them optional. */
function readAuthRequired(security: unknown = []): Checked<boolean> {
  if (!Array.isArray(security) || !security.every(isObject))
    return { problem: { code: 'SECURITY_INVALID', parameters: {} } }
  return { value: security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0) }
}
