import { parseLimit, readCursor, writeCursor } from '../lib/pagination.ts'

/** Relay arguments of a page. */
export type PageArguments = { first?: number | null; after?: string | null }

/** Rows of one page, whether more follow, and the total count. */
export type Rows<Row> = { rows: Row[]; more: boolean; totalCount: number }

/**
 * Builds a Relay page; `read` gets the limit and the id of the last row of the previous page.
 * @throws DomainError for a limit out of bounds or an invalid cursor.
 */
export async function connection<Row extends { id: string }>(
  { first, after }: PageArguments,
  read: (limit: number, after: string | null) => Promise<Rows<Row>>,
) {
  return connected(await read(parseLimit(first), after ? readCursor(after) : null), after)
}

/** Builds a Relay page from rows in memory; throws like `connection`. */
export const connectionOf = <Row extends { id: string }>(
  { first, after }: PageArguments,
  take: (limit: number, after: string | null) => Rows<Row>,
) => connected(take(parseLimit(first), after ? readCursor(after) : null), after)

function connected<Row extends { id: string }>({ rows, more, totalCount }: Rows<Row>, after?: string | null) {
  const edges = rows.map((node) => new Edge(node))
  return { edges, pageInfo: new PageInfo(edges, more, Boolean(after)), totalCount }
}

/** Relay page info; cursors are encoded only if requested. */
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

/** A row with its cursor, encoded only if requested. */
class Edge<Row extends { id: string }> {
  readonly node: Row
  constructor(node: Row) {
    this.node = node
  }
  get cursor(): string {
    return writeCursor(this.node.id)
  }
}
