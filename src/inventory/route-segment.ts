import { scan } from './scan-brackets.ts'

const literalSegment = /^(?!\.{1,2}$)[\w.~!$&'()+,;=@%-][\w.~!$&'()+,;=@:%-]*$/

/** A segment of a route as the inventory writes it; null if it is neither a text nor a whole parameter. */
export function readSegment(segment: string): string | null {
  const parts = partsOf(segment)
  if (!parts) return null
  const whole = withoutSuffix(parts, formatSuffix)
  const name = nameOf(withoutSuffix(whole, modifier))
  if (name !== null) return `:${name.replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '_')}`
  const literal = whole.join('').replace(/\\([.~_-])/g, '$1')
  return literalSegment.test(literal) ? literal : null
}

/** The optional extension of Rails. */
const formatSuffix = /^\(\.:?\w+\)$/

/** Optional, or several segments. */
const modifier = /^[?*+]$/

const withoutSuffix = (parts: readonly string[], suffix: RegExp) =>
  parts.length > 1 && suffix.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts

/** The groups in brackets of a segment, and the texts between them; null if a bracket is not closed. */
function partsOf(segment: string): string[] | null {
  const bounds = [0]
  const open = scan(segment, (_, index, before, after) => {
    if (before === 0 && after === 1) bounds.push(index)
    if (before === 1 && after === 0) bounds.push(index + 1)
    return false
  })
  if (open > 0) return null
  return bounds.map((start, index) => segment.slice(start, bounds[index + 1])).filter((part) => part !== '')
}

const wholeForms = [
  /^:([\p{L}\p{M}\p{N}_]+)[?*+]?$/u,
  /^\*{1,2}([\p{L}_][\p{L}\p{M}\p{N}_]*)$/u,
  /^\{\*{0,2}([^{}:=?*/]+?)(?:\.{3}|[?*]\d*|[:=].*)?\}$/u,
  /^<(?:.+:)?([\p{L}\p{M}\p{N}_]+)>$/u,
  /^<([\p{L}\p{M}\p{N}_]+):.+>$/u,
  /^\(\?P?<(\w+)>.*\)$/,
  /^\[{1,2}(?:\.{3})?([\p{L}\p{M}\p{N}_-]+)\]{1,2}$/u,
]

/** The name of the parameter that a whole segment is; null if it is none. */
function nameOf(parts: readonly string[]): string | null {
  const head = parts.some(takesSlash) ? '' : headOf(parts)
  const named = wholeForms.flatMap((form) => form.exec(head)?.[1] ?? []).find((name) => /[\p{L}\p{N}]/u.test(name))
  return named ?? (isUnnamedGroup(head) ? 'value' : null)
}

/** The only part, or the name before its constraint; empty for a segment of other parts. */
function headOf([head = '', constraint, ...others]: readonly string[]): string {
  if (others.length > 0) return ''
  return constraint === undefined || (head.startsWith(':') && isConstraint(constraint)) ? head : ''
}

/** Whether a group takes parts of several segments: it has a slash outside a class of characters. */
const takesSlash = (part: string): boolean =>
  part.startsWith('(') && part.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, '').includes('/')

/** `(…)`, `<int>`, or an expression in braces: other braces are an optional part of the path. */
const isConstraint = (part: string): boolean => /^[(<]/.test(part) || (/^\{[^:/]+\}$/.test(part) && isExpression(part))

/** A group of a regular expression; a text in brackets is a literal. */
const isUnnamedGroup = (part: string): boolean => /^\((?!\?[^:])/.test(part) && isExpression(part)

const isExpression = (part: string): boolean => /[\\[\]*+]/.test(part)
