import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../../lib/text-folding.ts'

/**
 * Columns as one text that a search can look into: without accents, in lower case. It is "folded" of the migration
 * "search", whose indexes serve it where the columns are those of an index, in its order.
 */
export const foldedColumns = (columns: readonly Prisma.Sql[]): Prisma.Sql =>
  Prisma.sql`"folded"(${Prisma.join([...columns])})`

/** The condition that the columns contain the text. Accents and case do not matter, wildcards stand for themselves. */
export function containsText(columns: readonly Prisma.Sql[], text: string): Prisma.Sql {
  return Prisma.sql`${foldedColumns(columns)} LIKE '%' || ltrim("folded"(${escapeLike(text.trim())}::text)) || '%'`
}

/** An id as people may write it too: without what separates its parts, in upper case. */
export const stripSeparators = (column: Prisma.Sql): Prisma.Sql => Prisma.sql`upper(translate(${column}, ' -./', ''))`
