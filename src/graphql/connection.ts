import { parseLimit, readCursor, writeCursor } from '../lib/pagination.ts'

/** What a page is asked for with. */
export type PageArguments = { first?: number | null; after?: string | null }

/** The rows of one page, whether more follow, and how many there are in all. */
export type Rows<Row> = { rows: Row[]; more: boolean; totalCount: number }

/**
 * Answers a Relay page: reads it with the limit and the id of the last row seen.
 * @throws DomainError for a limit that is out of bounds or a cursor that is none of ours.
 */
export async function connection<Row extends { id: string }>(
  { first, after }: PageArguments,
  read: (limit: number, after: string | null) => Promise<Rows<Row>>,
) {
  return connected(await read(parseLimit(first), after ? readCursor(after) : null), after)
}

/** The same for rows that are in memory. */
export const connectionOf = <Row extends { id: string }>(
  { first, after }: PageArguments,
  take: (limit: number, after: string | null) => Rows<Row>,
) => connected(take(parseLimit(first), after ? readCursor(after) : null), after)

function connected<Row extends { id: string }>({ rows, more, totalCount }: Rows<Row>, after?: string | null) {
  const edges = rows.map((node) => new Edge(node))
  return { edges, pageInfo: new PageInfo(edges, more, Boolean(after)), totalCount }
}

/** Where a page begins and ends, written where it is asked for. */
class PageInfo<Row extends { id: string }> {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly #edges: readonly Edge<Row>[]
  constructor(edges: readonly Edge<Row>[], hasNextPage: boolean, hasPreviousPage: boolean) {
    this.#edges = edges
    this.hasNextPage = hasNextPage
    this.hasPreviousPage = hasPreviousPage
  }
  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null
  }
  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null
  }
}

/** A row with its cursor, which is written where it is asked for. */
class Edge<Row extends { id: string }> {
  readonly node: Row
  constructor(node: Row) {
    this.node = node
  }
  get cursor(): string {
    return writeCursor(this.node.id)
  }
}
