import { foldAccents } from '../../lib/text-folding.ts'
import { areas, type Areas } from '../areas.ts'
import { endpointId } from '../route-catalog.ts'

/** The methods of endpoints. */
export const endpointMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type EndpointMethod = (typeof endpointMethods)[number]

/** The most endpoints of one service. */
export const maxServiceEndpoints = 1_000

/** The name under which our own endpoints are listed among those of services. */
export const ownService = 'vigia'

/** An endpoint as a service declares it; its path is normalised. */
export type DeclaredEndpoint = {
  method: EndpointMethod
  path: string
  areaId: keyof Areas | null
  authRequired: boolean
  critical: boolean
}

/** A value, or the problem with it. */
export type Checked<Value> = { value: Value } | { problem: string }

const prefix = '/api/admin/'
const maxPathLength = 300
const literalSegment = /^(?!\.{1,2}$)[\w.~!$&'()+,;=@%-][\w.~!$&'()+,;=@:%-]*$/
const parameterSegment = /^(?::([\w.-]+)|\{([\w.-]+)\})$/

/** The path in the inventory's form: parameters as `:name`, a final slash. */
export function normalizePath(path: string): Checked<string> {
  const withSlash = path.endsWith('/') ? path : `${path}/`
  if (!withSlash.startsWith(prefix)) return { problem: `The path ${quote(path)} does not begin with ${prefix}.` }
  const segments = withSlash.slice(prefix.length, -1).split('/')
  if (withSlash === prefix) return { value: prefix }
  const wrong = segments.find((segment) => !literalSegment.test(segment) && !parameterSegment.test(segment))
  if (wrong !== undefined) return { problem: segmentProblem(path, wrong) }
  const normalized = `${prefix}${segments.map(normalizeSegment).join('/')}/`
  if (normalized.length > maxPathLength)
    return { problem: `The path ${quote(path)} has more than ${maxPathLength} characters.` }
  return { value: normalized }
}

function segmentProblem(path: string, segment: string): string {
  if (segment === '') return `The path ${quote(path)} has an empty segment.`
  if (/[{}:]/.test(segment))
    return `The path ${quote(path)} has a parameter that is only a part of the segment ${quote(segment)}, or whose name is not of letters, digits, "_", "." and "-".`
  return `The path ${quote(path)} has the segment ${quote(segment)}, which is not a path of a URL: percent-encode it.`
}

function normalizeSegment(segment: string): string {
  const [, colon, braces] = parameterSegment.exec(segment) ?? []
  const name = colon ?? braces
  return name === undefined ? segment : `:${name}`
}

const areaIds = Object.keys(areas) as (keyof Areas)[]
const areaByText = new Map(areaIds.flatMap((id) => [id, areas[id]].map((text) => [foldAccents(text), id] as const)))

/** The area with this id or name, whatever its case and accents; undefined if there is none. */
export const findArea = (text: string): keyof Areas | undefined => areaByText.get(foldAccents(text.trim()))

/** The error message for a text that names no area. */
export const unknownArea = (text: string): string =>
  `There is no area ${quote(text)}. There are ${areaIds.map((id) => `${id} (${areas[id]})`).join(', ')}.`

/** Equal for endpoints that match the same requests: names of parameters are ignored. */
export const requestPattern = (endpoint: Pick<DeclaredEndpoint, 'path'> & { method: string }): string =>
  endpointId(endpoint).replace(/\/:[^/]+/g, '/:')

/** A client's text in quotes, shortened. */
export const quote = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** A declaration with its place in the request. */
export type PlacedEndpoint = { field: string; endpoint: DeclaredEndpoint }

/** A problem with one part of a request. */
export type FieldProblem = { field: string; message: string }

/** Problems of a whole list: too many endpoints, or several that match the same requests. */
export function checkList(declared: readonly PlacedEndpoint[]): FieldProblem[] {
  if (declared.length > maxServiceEndpoints)
    return [
      { field: '', message: `A service has at most ${maxServiceEndpoints} endpoints; these are ${declared.length}.` },
    ]
  const earlier = new Map<string, DeclaredEndpoint>()
  return declared.flatMap(({ field, endpoint }) => {
    const other = earlier.get(requestPattern(endpoint))
    if (!other) {
      earlier.set(requestPattern(endpoint), endpoint)
      return []
    }
    const [id, same] = [endpointId(endpoint), endpointId(other)]
    return [{ field, message: id === same ? `${id} is there twice.` : `${id} takes the same requests as ${same}.` }]
  })
}

/** Problems named in one sentence: the list beside it has all of them. */
const maxListed = 10

/** One sentence for a list of problems. */
export function listProblems(problems: readonly FieldProblem[]): string {
  const listed = problems.slice(0, maxListed).map(({ message }) => message)
  const others = problems.length - listed.length
  return others > 0 ? `${listed.join(' ')} And ${others} more, listed in "errors".` : listed.join(' ')
}
