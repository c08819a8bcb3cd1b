import { readSegment } from './route-segment.ts'
import { scan } from './scan-brackets.ts'
import { cutText } from '../messages/catalogue.ts'
import type { Sentence } from '../messages/sentences.ts'

/** A value, or the problem with it. */
export type Checked<Value> = { value: Value } | { problem: Sentence }

/** Maximum length of the path of an endpoint, in characters. */
const maxPathLength = 300

/** Maximum length of a route, which may contain long constraints of parameters. Longer routes are not read. */
const maxRouteLength = 2_000

/**
 * A route as the inventory writes it: both outer slashes, and each parameter as `:name`. Reads what frameworks and
 * documents write: `:id`, `:id(\\d+)`, `:id?`, `{id}`, `{id:int}`, `{id?}`, `{*rest}`, `{path...}`, `<int:id>`, `[id]`,
 * `(.:format)`, regular expressions with `(?P<id>…)`, patterns with a method and `{$}`. A parameter is a whole segment;
 * a route with one that is only a part of its segment is a problem, never another route.
 */
export function readRoute(route: string): Checked<string> {
  if (route.length > maxRouteLength) return tooLong(route)
  const spelled = spellRoute(route)
  const segments = segmentsOf(spelled)
  if (segments.at(-1) === exactEnd) segments.pop()
  const read = segments.map(readSegment)
  const wrong = read.indexOf(null)
  if (wrong >= 0) return { problem: segmentProblem(route, segments[wrong] ?? '') }
  const value = read.length === 0 ? '/' : `/${read.join('/')}/`
  return value.length > maxPathLength ? tooLong(route) : { value }
}

const tooLong = (route: string): { problem: Sentence } => ({
  problem: { code: 'PATH_TOO_LONG', parameters: { path: cutText(route), max: maxPathLength } },
})

/**
 * A route with both outer slashes, and its parameters as they were written. Parts that do not belong to the path are
 * removed: a method, a host, a query string, the anchors of a regular expression. A very long route is cut.
 */
export function spellRoute(route: string): string {
  const text = route.slice(0, maxRouteLength).trim()
  const bare = withoutOrigin(text.replace(/^[A-Z]+\s+[^/\s]*(?=\/)/, '')).replaceAll('\\/', '/')
  const path = cutQuery(bare.replace(optionalSlash, '/'))
  const anchored = anchor.test(path) ? path.replace(/(^|\/)\^/g, '$1').replace(/(?:\$|\\[zZ])$/, '') : path
  return `/${anchored}/`.replace(/^\/\//, '/').replace(/\/\/$/, '/')
}

const optionalSlash = /\/\?(?:\$|\\[zZ])?$/

/** The beginning of a regular expression, or of one that another includes. */
const anchor = /(?:^|\/)\^/

/** The path of a request, from its target or its URL: without a query string, which may hold what people searched for. */
export const pathOfRequest = (target: string): string =>
  /[?#]|^[a-z]/i.test(target) ? withoutOrigin(target).replace(/[?#].*$/su, '') || '/' : target

/** Whether a path may be written as a route rather than as requested. */
export const mayBeRoute = (path: string): boolean => /\/[:*]|[{<([^]|^[^/]/.test(path)

/** Whether a text that cannot be read has a whole parameter: it is a route, not a path with odd characters. */
export const hasParameter = (text: string): boolean => /\/:[\p{L}_]|\{[^{}/]+\}|<[^<>/]+>/u.test(text)

/** Equal for endpoints that take the same requests: names of parameters are ignored. */
export const requestPattern = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path}`.replace(/\/:[^/]+/g, '/:')

const withoutOrigin = (target: string) => target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')

/** In Go's patterns the end of a path that takes no further segments. */
const exactEnd = '{$}'

/** Replaces the text after a `?` with unknown meaning, and makes the route unreadable. */
const unknownRest = '…'

/** Outside brackets, `?` and `#` end a path, except a `?` that makes a whole parameter optional. */
function cutQuery(route: string): string {
  const expression = route.search(anchor)
  let path = route
  let segmentStart = 0
  scan(route, (character, index, before, after) => {
    if (before + after > 0) return false
    if (character === '/') segmentStart = index + 1
    if (character !== '?' && character !== '#') return false
    const segment = route.slice(segmentStart, index)
    const isExpression = expression >= 0 && expression < index
    const meaning = meaningOf(route.slice(index, index + 4), segment, isExpression)
    if (meaning === 'MODIFIER') return false
    path = route.slice(0, index) + (meaning === 'UNKNOWN' ? character + unknownRest : '')
    return true
  })
  return path
}

/**
 * The meaning of a `?` or `#` after a part of a segment. After a group, and in a regular expression, a `?` is never a query:
 * the route is then left unreadable, without what follows.
 */
function meaningOf(text: string, segment: string, isExpression: boolean): 'END' | 'MODIFIER' | 'UNKNOWN' {
  const isOptional = text.startsWith('?') && restAfter.test(text.slice(1))
  if (isOptional && /^:|[)}>\]]$/.test(segment)) return 'MODIFIER'
  return isExpression || (text.startsWith('?') && /[)\]]$/.test(segment)) ? 'UNKNOWN' : 'END'
}

/** The text that may follow something optional: a segment, an extension, or the end. */
const restAfter = /^(?:\/|\(\.|(?:\$|\\[zZ])?$)/

/** The segments of a route with both outer slashes; a slash within brackets separates none. */
function segmentsOf(route: string): string[] {
  const segments: string[] = []
  let start = 1
  scan(route, (character, index, before, after) => {
    if (character === '/' && before + after === 0 && index > 0) {
      segments.push(route.slice(start, index))
      start = index + 1
    }
    return false
  })
  if (start < route.length) segments.push(route.slice(start))
  return segments
}

function segmentProblem(route: string, wrong: string): Sentence {
  const [path, segment] = [cutText(route), cutText(wrong)]
  if (wrong === '') return { code: 'SEGMENT_EMPTY', parameters: { path } }
  return { code: segmentCode(wrong), parameters: { path, segment } }
}

function segmentCode(segment: string) {
  if (/^\*+$/.test(segment)) return 'SEGMENT_TAKES_ANY_PATH'
  return /[{}<>()[\]:*]/.test(segment) ? 'PARAMETER_IN_SEGMENT' : 'SEGMENT_NOT_ENCODED'
}
