import { Prisma } from '../generated/prisma/client.ts'

/**
 * A query that returns these objects as rows. `columns` are their fields with SQL types: `"id" int, "at" timestamp(3)`.
 *
 * PostgreSQL expects 100 rows of any JSON document. A statement that changes a single row would therefore read a whole
 * table, as long as it has fewer than some thousand rows; the limit prevents that.
 */
export const jsonRows = (rows: readonly object[], columns: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v(${columns})
  ${rows.length === 1 ? Prisma.sql`LIMIT 1` : Prisma.empty}`
