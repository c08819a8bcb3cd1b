import type { Sentence } from '../../messages/sentences.ts'

/** An object of a document. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Methods of OpenAPI; other fields of a path item are not operations. */
export const operationMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** A path item; `problem`: the reason why it may have operations that are not known. */
export type PathItem = { item: JsonObject; problem: Sentence | null }

/**
 * Reads the path items of a document with what their references lead to; the own fields of an item take precedence. Each
 * item is read once, however many paths refer to it.
 */
export function createItemReader(document: JsonObject): (value: unknown) => PathItem {
  const read = new Map<unknown, PathItem>()
  return (value) => {
    const chain = new Set<JsonObject>()
    let next = value
    while (isObject(next) && !read.has(next) && !chain.has(next)) {
      chain.add(next)
      if (next.$ref === undefined) break
      next = resolveReference(document, next.$ref)
    }
    let found = endOf(next, read, chain)
    for (const own of [...chain].reverse()) {
      found = { item: { ...found.item, ...readFields(own) }, problem: found.problem }
      read.set(own, found)
    }
    return found
  }
}

/** The end of a chain of references. */
function endOf(end: unknown, read: ReadonlyMap<unknown, PathItem>, chain: ReadonlySet<unknown>): PathItem {
  if (end === undefined) return { item: {}, problem: { code: 'PATH_ITEM_MISSING', parameters: {} } }
  if (!isObject(end)) return { item: {}, problem: { code: 'PATH_ITEM_INVALID', parameters: {} } }
  const isCircle = chain.has(end) && end.$ref !== undefined
  return read.get(end) ?? { item: {}, problem: isCircle ? { code: 'PATH_ITEM_CIRCULAR', parameters: {} } : null }
}

const fields = [...operationMethods, 'servers', 'x-vigia-area', 'x-vigia-critical']

const readFields = (item: JsonObject): JsonObject =>
  Object.fromEntries(fields.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]))

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

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
