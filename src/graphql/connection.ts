import { DomainError, invalidField } from '../lib/errors.ts'
import type { Direction, Order } from '../lib/ordering.ts'
import { parseLimit, readCursor, writeCursor } from '../lib/pagination.ts'

/** Relay arguments of a page. */
export type PageArguments = { first?: number | null; after?: string | null }

/** A row of a page. Its cursor encodes `place`, or `id` if the client requested no order. */
type Placed = { id: string; place?: string }

/** Rows of one page, and whether more follow. */
type PageRows<Row> = { rows: Row[]; more: boolean }

/** Rows of one page, and the total count or a function that counts. It is called only if `totalCount` is requested. */
export type Rows<Row> = PageRows<Row> & { totalCount: number | (() => Promise<number>) }

/** The place of a row in its list, which its cursor encodes. */
type PlaceOf<Row> = (row: Row) => string

const idOf: PlaceOf<Placed> = ({ id, place }) => place ?? id

/**
 * Builds a Relay page of rows whose cursor encodes `place`, or `id` if the client requested no order. `read` gets the
 * limit and the place of the last row of the previous page. An empty cursor counts as no cursor.
 * @throws DomainError for a limit out of bounds or an invalid cursor.
 */
export const connection = <Row extends Placed>(
  page: PageArguments,
  read: (limit: number, after: string | null) => Promise<Rows<Row>>,
) => connectionBy(idOf, page, read)

/** Builds a Relay page of rows whose cursor encodes the result of `placeOf`; throws like `connection`. */
export async function connectionBy<Row>(
  placeOf: PlaceOf<Row>,
  { first, after }: PageArguments,
  read: (limit: number, after: string | null) => Promise<Rows<Row>>,
) {
  return toConnection(await read(parseFirst(first), parseAfter(after)), after, placeOf)
}

/** Builds a Relay page from rows in memory; throws like `connection`. */
export const connectionOf = <Row extends Placed>(
  { first, after }: PageArguments,
  take: (limit: number, after: string | null) => Rows<Row>,
) => toConnection(take(parseFirst(first), parseAfter(after)), after, idOf)

/**
 * Parses the argument `first`.
 * @throws DomainError INVALID_INPUT that names the argument.
 */
export function parseFirst(first: number | null | undefined): number {
  try {
    return parseLimit(first)
  } catch (error) {
    throw error instanceof DomainError && error.code === 'INVALID_INPUT' ? invalidField('first', error.sentence) : error
  }
}

const parseAfter = (after: string | null | undefined) => (after ? readCursor(after) : null)

/** The order that a client requests; ascending by default. */
export const orderOf = <Field extends string>(orderBy: { field: Field; direction?: Direction }): Order<Field> => ({
  direction: 'ASC',
  ...orderBy,
})

/** Adds the total count to the rows of one page; counted only if requested. */
export const withTotal = async <Row>(
  list: Promise<PageRows<Row>>,
  count: () => Promise<number>,
): Promise<Rows<Row>> => ({
  ...(await list),
  totalCount: count,
})

const toConnection = <Row>(page: Rows<Row>, after: string | null | undefined, placeOf: PlaceOf<Row>) =>
  new Connection(page, Boolean(after), placeOf)

/** Relay connection. The total is counted once, and only if requested. */
class Connection<Row> {
  readonly edges: Edge<Row>[]
  readonly pageInfo: PageInfo<Row>
  readonly #count: Rows<Row>['totalCount']
  #counted: Promise<number> | null = null
  constructor({ rows, more, totalCount }: Rows<Row>, hasPreviousPage: boolean, placeOf: PlaceOf<Row>) {
    this.edges = rows.map((node) => new Edge(node, placeOf))
    this.pageInfo = new PageInfo(this.edges, more, hasPreviousPage)
    this.#count = totalCount
  }
  /** A number as in the schema, or in fact a promise if it must be counted; the resolver in `schema.ts` awaits it. */
  get totalCount(): number {
    if (typeof this.#count === 'number') return this.#count
    return (this.#counted ??= this.#count()) as unknown as number
  }
}

/** Relay page info; cursors are encoded only if requested. */
class PageInfo<Row> {
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
class Edge<Row> {
  readonly node: Row
  readonly #placeOf: PlaceOf<Row>
  constructor(node: Row, placeOf: PlaceOf<Row>) {
    this.node = node
    this.#placeOf = placeOf
  }
  get cursor(): string {
    return writeCursor(this.#placeOf(this.node))
  }
}
