import { Prisma } from '../generated/prisma/client.ts'

/**
 * Columns of a table with their SQL types. Bulk statements take their lists from it, and name no other column: during an
 * upgrade the table may have more, of which this version knows nothing.
 */
export type Columns = Readonly<Record<string, SqlType>>

type SqlType = 'text' | 'int' | 'bigint' | 'boolean' | 'jsonb' | 'timestamp(3)' | `"${string}"`

/** Their names, `"id", "status"`; of a table with an alias, `i."id", i."status"`. */
export const namesOf = (columns: Columns, alias?: string): Prisma.Sql =>
  list(columns, (name) => (alias === undefined ? `"${name}"` : `${alias}."${name}"`))

/** Their definitions in a table of JSON rows, `"id" text, "status" "IncidentStatus"`. */
export const definitionsOf = (columns: Columns): Prisma.Sql => list(columns, (name, type) => `"${name}" ${type}`)

/** Assignments that take them from another table, `"status" = v."status"`. */
export const assignmentsOf = (columns: Columns, from: string): Prisma.Sql =>
  list(columns, (name) => `"${name}" = ${from}."${name}"`)

const list = (columns: Columns, write: (name: string, type: SqlType) => string) =>
  Prisma.raw(
    Object.entries(columns)
      .map(([name, type]) => write(name, type))
      .join(', '),
  )
