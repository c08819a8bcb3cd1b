import { limitOf, readCursor, writeCursor } from '../pages.ts'

/** What a page is asked for with. */
export type PageArguments = { first?: number | null; after?: string | null }

/** The rows of one page, whether more follow, and how many there are in all. */
export type Rows<Row> = { rows: Row[]; more: boolean; totalCount: number }

/**
 * Answers a Relay page: reads it with the limit and the id of the last row seen.
 * @throws Refusal for a limit that is out of bounds or a cursor that is none of ours.
 */
export async function connection<Row extends { id: string }>(
  { first, after }: PageArguments,
  read: (limit: number, after: string | null) => Promise<Rows<Row>> | Rows<Row>,
) {
  const { rows, more, totalCount } = await read(limitOf(first), after ? readCursor(after) : null)
  const edges = rows.map((node) => ({ cursor: writeCursor(node.id), node }))
  const pageInfo = {
    hasNextPage: more,
    hasPreviousPage: Boolean(after),
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  }
  return { edges, pageInfo, totalCount }
}
