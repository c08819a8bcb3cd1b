import { Prisma } from '../generated/prisma/client.ts'
import { fold, literally } from '../text.ts'

/** The condition that one of the columns contains the text. Accents and case do not matter, wildcards stand for themselves. */
export function containing(columns: readonly Prisma.Sql[], text: string): Prisma.Sql {
  const pattern = `%${literally(fold(text))}%`
  const conditions = columns.map((column) => Prisma.sql`${folded(column)} LIKE ${pattern}`)
  return Prisma.sql`(${Prisma.join(conditions, ' OR ')})`
}

// What `fold` does in src/text.ts, in SQL: take the letters apart from their marks, drop the marks.
const folded = (column: Prisma.Sql) =>
  Prisma.sql`lower(regexp_replace(normalize(${column}, NFD), ${'[\u0300-\u036f]'}, '', 'g'))`
