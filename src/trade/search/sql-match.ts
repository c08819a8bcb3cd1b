import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../../lib/text-folding.ts'

/**
 * Joins columns into one text for searching, without accents and in lower case, by the SQL function "folded" of the
 * migration "search". An index applies only to exactly its columns, in its order. For libraries and customers the
 * result is stored in the column `searchText`.
 */
export const foldedColumns = (columns: readonly Prisma.Sql[]): Prisma.Sql =>
  Prisma.sql`"folded"(${Prisma.join([...columns])})`

/**
 * The condition that `folded`, such as `foldedColumns` returns, contains the text. Accents and case are ignored;
 * wildcards are literal.
 */
export function containsText(folded: Prisma.Sql, text: string): Prisma.Sql {
  return Prisma.sql`${folded} LIKE '%' || ltrim("folded"(${escapeLike(text.trim())}::text)) || '%'`
}

/** An id column without separators, in upper case, as users may write it. */
export const stripSeparators = (column: Prisma.Sql): Prisma.Sql => Prisma.sql`upper(translate(${column}, ' -./', ''))`

/** A number as `normalizeNumber` compares it, without separators; the expression of an index of salvaged numbers. */
export const withoutPadding = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`regexp_replace(${stripSeparators(column)}, '^0+(?=[0-9]*$)', '')`
