import { resolveServers } from './openapi-servers.ts'
import {
  endpointMethods,
  findArea,
  normalizePath,
  quote,
  unknownArea,
  type Checked,
  type DeclaredEndpoint,
  type FieldProblem,
  type PlacedEndpoint,
} from './endpoint-declaration.ts'

/** An operation that is skipped because it is not an endpoint of the back office, with the reason. */
export type SkippedOperation = { operation: string; reason: string }

/** The endpoints of an OpenAPI document. If there is any problem, none of them is imported. */
export type OpenApiEndpoints = {
  declared: PlacedEndpoint[]
  /** Operations outside `/api/admin/`, and those with a method that endpoints do not have. */
  skipped: SkippedOperation[]
  problems: FieldProblem[]
}

type JsonObject = Readonly<Record<string, unknown>>

/** Methods of OpenAPI; other fields of a path item are not operations. */
const operationMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

type Operation = { document: JsonObject; item: JsonObject; operation: JsonObject; method: string; path: string }

/**
 * Reads the operations of an OpenAPI 3.0 or 3.1 document as endpoints. Problems name the part of the document that they
 * are about.
 */
export function readOpenApi(document: JsonObject): OpenApiEndpoints {
  const { paths = {} } = document
  const problems = checkVersion(document)
  if (!isObject(paths)) problems.push({ field: 'paths', message: 'must be an object' })
  const read: OpenApiEndpoints = { declared: [], skipped: [], problems }
  if (problems.length > 0) return read
  for (const [path, item] of Object.entries(Object(paths) as JsonObject))
    if (!path.startsWith('x-')) readPathItem(read, document, path, item)
  problems.push(...checkAny(read))
  return read
}

/** If every operation is skipped, the document is a mistake: importing it would retire all endpoints. */
function checkAny({ declared, skipped: [first], problems }: OpenApiEndpoints): FieldProblem[] {
  if (!first || declared.length > 0 || problems.length > 0) return []
  const { operation, reason } = first
  const message = `None of the operations is an endpoint of the back office. ${operation}: ${reason} If a server stands before the paths, list it under "servers".`
  return [{ field: 'paths', message }]
}

function checkVersion({ openapi, swagger }: JsonObject): FieldProblem[] {
  if (typeof openapi === 'string' && /^3\.[01](?:\.|$)/.test(openapi)) return []
  const version = typeof openapi === 'string' ? openapi : typeof swagger === 'string' ? `Swagger ${swagger}` : null
  const message = `must be an OpenAPI document of version 3.0 or 3.1, in JSON${version === null ? '' : `; this one is of ${quote(version)}`}`
  return [{ field: 'openapi', message }]
}

function readPathItem(read: OpenApiEndpoints, document: JsonObject, path: string, value: unknown): void {
  const item = isObject(value) && value.$ref !== undefined ? resolveReference(document, value.$ref) : value
  if (!isObject(item)) {
    const reason = item === undefined ? 'refers to something that is not in this document' : 'must be an object'
    read.problems.push({ field: `paths.${path}`, message: reason })
    return
  }
  for (const method of operationMethods) {
    const operation = item[method]
    if (operation === undefined) continue
    if (isObject(operation)) readOperation(read, { document, item, operation, method: method.toUpperCase(), path })
    else read.problems.push({ field: `paths.${path}.${method}`, message: 'must be an object' })
  }
}

function readOperation(read: OpenApiEndpoints, source: Operation): void {
  const field = `paths.${source.path}.${source.method.toLowerCase()}`
  const paths = resolveServers([source.operation.servers, source.item.servers, source.document.servers], source.path)
  if ('problem' in paths) {
    read.problems.push({ field, message: paths.problem })
    return
  }
  // If there are several servers, e.g. of two environments, the first that is the back office counts.
  const fullPath = paths.value.find(isInBackOffice) ?? paths.value[0] ?? source.path
  const method = endpointMethods.find((name) => name === source.method)
  const operation = `${source.method} ${fullPath}`
  if (!method) read.skipped.push({ operation, reason: `Endpoints have the methods ${endpointMethods.join(', ')}.` })
  else if (!isInBackOffice(fullPath))
    read.skipped.push({ operation, reason: 'The path does not begin with /api/admin/.' })
  else addEndpoint(read, field, method, { path: normalizePath(fullPath), ...readDetails(source) })
}

const isInBackOffice = (path: string) => `${path}/`.startsWith('/api/admin/')

type EndpointParts = {
  path: Checked<string>
  areaId: Checked<DeclaredEndpoint['areaId']>
  critical: Checked<boolean>
  authRequired: Checked<boolean>
}

function addEndpoint(
  { declared, problems }: OpenApiEndpoints,
  field: string,
  method: DeclaredEndpoint['method'],
  { path, areaId, critical, authRequired }: EndpointParts,
): void {
  const wrong = [path, areaId, critical, authRequired].flatMap((part) => ('problem' in part ? [part.problem] : []))
  problems.push(...wrong.map((message) => ({ field, message })))
  if ('value' in path && 'value' in areaId && 'value' in critical && 'value' in authRequired)
    declared.push({
      field,
      endpoint: {
        method,
        path: path.value,
        areaId: areaId.value,
        critical: critical.value,
        authRequired: authRequired.value,
      },
    })
}

function readDetails({ document, item, operation }: Operation): Omit<EndpointParts, 'path'> {
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
  if (typeof area !== 'string') return { problem: 'x-vigia-area must be the id or the name of an area, or null.' }
  const id = findArea(area)
  return id === undefined ? { problem: unknownArea(area) } : { value: id }
}

const readCritical = (critical: unknown = false): Checked<boolean> =>
  typeof critical === 'boolean' ? { value: critical } : { problem: 'x-vigia-critical must be true or false.' }

/** Whether a session is required: there are requirements, and none is `{}`, which makes them optional. */
function readAuthRequired(security: unknown = []): Checked<boolean> {
  if (!Array.isArray(security) || !security.every(isObject)) return { problem: 'security must be a list of objects.' }
  return { value: security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0) }
}

/** The value that a reference within the document leads to; undefined if there is none. */
function resolveReference(document: JsonObject, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined
  const names = reference.slice(2).split('/').map(decodePointer)
  return names.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    document,
  )
}

function decodePointer(name: string): string {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return name
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
