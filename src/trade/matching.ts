import { Prisma } from '../generated/prisma/client.ts'
import { literally } from '../text.ts'

/**
 * Columns as one text that a search can look into: without accents, in lower case. It is "folded" of the migration
 * "search", whose indexes serve it where the columns are those of an index, in its order.
 */
export const folded = (columns: readonly Prisma.Sql[]): Prisma.Sql => Prisma.sql`"folded"(${Prisma.join([...columns])})`

/** The condition that the columns contain the text. Accents and case do not matter, wildcards stand for themselves. */
export function containing(columns: readonly Prisma.Sql[], text: string): Prisma.Sql {
  return Prisma.sql`${folded(columns)} LIKE '%' || ltrim("folded"(${literally(text.trim())}::text)) || '%'`
}

/** An id as people may write it too: without what separates its parts, in upper case. */
export const plain = (column: Prisma.Sql): Prisma.Sql => Prisma.sql`upper(translate(${column}, ' -./', ''))`
