import { cutText } from '../../messages/catalogue.ts'
import { several, type Sentence } from '../../messages/sentences.ts'
import { foldAccents } from '../../lib/text-folding.ts'
import { areas, type Areas } from '../areas.ts'
import { readRoute, spellRoute, type Checked } from '../read-route.ts'
import { enumerations } from '../../generated/contract.ts'

/** The HTTP methods that an endpoint can have, from the GraphQL contract. */
export const endpointMethods = enumerations.HttpMethod

export type EndpointMethod = (typeof endpointMethods)[number]

/** Maximum number of endpoints that one service can declare. */
export const maxServiceEndpoints = 1_000

/** The service name under which the inventory lists the endpoints of Vigía itself. */
export const ownService = 'vigia'

/** An endpoint as a service declares it; its path is normalised. */
export type DeclaredEndpoint = {
  method: EndpointMethod
  path: string
  areaId: keyof Areas | null
  authRequired: boolean
  critical: boolean
}

/** The beginning of every path of the back office. */
export const prefix = '/api/admin/'

/** Whether a route leads to the back office, also with repeated slashes and dots, which servers leave out. */
export const isInBackOffice = (route: string): boolean =>
  spellRoute(route)
    .replace(/\/(?:\.?\/)+/g, '/')
    .startsWith(prefix)

/** The path of an endpoint as the inventory writes it. */
export const normalizePath = (path: string): Checked<string> =>
  isInBackOffice(path)
    ? readRoute(path)
    : { problem: { code: 'PATH_ELSEWHERE', parameters: { path: cutText(path), prefix } } }

const areaIds = Object.keys(areas) as (keyof Areas)[]
const areaByText = new Map(areaIds.flatMap((id) => [id, areas[id]].map((text) => [foldAccents(text), id] as const)))

/** The area with this id or name, whatever its case and accents; undefined if there is none. */
export const findArea = (text: string): keyof Areas | undefined => areaByText.get(foldAccents(text.trim()))

/** The problem for a text that names no area; it lists the areas that exist. */
export const unknownArea = (text: string): Sentence => ({
  code: 'AREA_UNKNOWN',
  parameters: { area: cutText(text), areas: areaIds.map((id) => `${id} (${areas[id]})`).join(', ') },
})

/** Something that is not imported, with the reason. */
export type SkippedOperation = { operation: string; sentence: Sentence }

export const skip = (operation: string, sentence: Sentence): SkippedOperation => ({
  operation,
  sentence,
})

/**
 * A part of a list that could not be read, but may stand for an endpoint. A list with such a part cannot tell which
 * endpoints are missing. `endpoint` has the path as it was written; null if nothing is known of the endpoint.
 */
export type UnreadOperation = SkippedOperation & { endpoint: DeclaredEndpoint | null }

/** The endpoints that a service declares, and what is skipped. */
export type DeclaredList = { endpoints: DeclaredEndpoint[]; skipped: SkippedOperation[]; unread: UnreadOperation[] }

/** A problem with one part of a request. */
export type FieldProblem = { field: string; sentence: Sentence }

/** The problem of a part of a request. */
export const problemAt = (field: string, sentence: Sentence): FieldProblem => ({
  field,
  sentence,
})

/** The problems of a whole list: too many endpoints. */
export const checkList = ({ length }: readonly unknown[]): FieldProblem[] =>
  length > maxServiceEndpoints
    ? [problemAt('', { code: 'TOO_MANY_ENDPOINTS', parameters: { max: maxServiceEndpoints, count: length } })]
    : []

/** Maximum problems named in one sentence. The list in the same response has all of them. */
const maxListed = 10

/** One sentence for a list of problems. */
export const listProblems = (problems: readonly FieldProblem[]): Sentence =>
  several(
    problems.map(({ sentence }) => sentence),
    maxListed,
  )
