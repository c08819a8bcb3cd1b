import type { Endpoint, ReadInventory } from './inventory.ts'

/** Finds the endpoint that a request goes to by its method and path, or undefined. */
export type EndpointMatcher<Entry> = (method: string, path: string) => Entry | undefined

/** Reads the matcher of the endpoints in use. */
export type ReadEndpointMatcher = () => Promise<InventoryMatcher<Endpoint>>

/** A matcher that finds the endpoints registered up to the place `horizon` (`readHorizon`). */
export type InventoryMatcher<Entry> = EndpointMatcher<Entry> & { readonly horizon: bigint }

/** A segment of the paths of one method: the segments that may follow it, and the endpoint whose path ends here. */
type Node<Entry> = { literals: Map<string, Node<Entry>>; parameter: Node<Entry> | null; entry: Entry | undefined }

/**
 * Indexes endpoints by method and the segments of their paths, so that finding one takes as many steps as its path has
 * segments. The final slash is optional; a literal segment takes precedence over a parameter, from the left.
 */
export function createEndpointMatcher<Entry extends { method: string; path: string; id?: string }>(
  entries: readonly Entry[],
): EndpointMatcher<Entry> {
  const roots = new Map<string, Node<Entry>>()
  for (const entry of entries) {
    const root = roots.get(entry.method) ?? createNode<Entry>()
    roots.set(entry.method, root)
    const end = segmentsOf(entry.path).reduce(addSegment, root)
    end.entry ??= entry
  }
  const find: EndpointMatcher<Entry> = (method, path) => {
    const root = roots.get(method)
    return root && findEntry(root, segmentsOf(path), 0)
  }
  // Fast path: most requests match the spelling of the declared path.
  const declared = new Map(spellingsOf(entries).map(({ key, method, path }) => [key, find(method, path)]))
  return (method, path) => declared.get(`${method} ${path}`) ?? find(method, path)
}

/** The spellings of endpoints: their paths, and their ids, which keep the first names of parameters. Paths win. */
const spellingsOf = (entries: readonly { method: string; path: string; id?: string }[]) => [
  ...entries.flatMap(({ id, method, path }) => (id === undefined ? [] : [{ key: id, method, path }])),
  ...entries.map(({ method, path }) => ({ key: `${method} ${path}`, method, path })),
]

/**
 * Keeps a matcher of the live inventory, which other instances and services change too. While the inventory cannot be
 * read, the last matcher stays in use: samples are then accepted as before.
 */
export function createInventoryMatcher(readInventory: ReadInventory): ReadEndpointMatcher {
  let last: { endpoints: readonly Endpoint[]; match: InventoryMatcher<Endpoint> } | null = null
  return async () => {
    try {
      const { endpoints, horizon } = await readInventory()
      if (last?.endpoints !== endpoints)
        last = { endpoints, match: withHorizon(createEndpointMatcher(endpoints), horizon) }
      else if (last.match.horizon !== horizon) last = { endpoints, match: withHorizon(last.match, horizon) }
    } catch (error) {
      if (!last) throw error
    }
    return last.match
  }
}

/** Returns a copy of a matcher with another horizon. Requests in progress keep the former matcher and its horizon. */
export const withHorizon = <Entry>(match: EndpointMatcher<Entry>, horizon: bigint): InventoryMatcher<Entry> =>
  Object.assign((method: string, path: string) => match(method, path), { horizon })

const createNode = <Entry>(): Node<Entry> => ({ literals: new Map(), parameter: null, entry: undefined })

const segmentsOf = (path: string): string[] => (path.endsWith('/') ? path.slice(0, -1) : path).split('/')

function addSegment<Entry>(node: Node<Entry>, segment: string): Node<Entry> {
  if (segment.startsWith(':')) return (node.parameter ??= createNode())
  const next = node.literals.get(segment) ?? createNode<Entry>()
  node.literals.set(segment, next)
  return next
}

function findEntry<Entry>(node: Node<Entry>, segments: readonly string[], index: number): Entry | undefined {
  const segment = segments[index]
  if (segment === undefined) return node.entry
  const literal = node.literals.get(segment)
  const found = literal && findEntry(literal, segments, index + 1)
  if (found !== undefined || !node.parameter || segment === '') return found
  return findEntry(node.parameter, segments, index + 1)
}
