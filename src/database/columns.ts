import { Prisma } from '../generated/prisma/client.ts'

/**
 * Columns of a table with their SQL types, from which bulk statements build their lists. Statements name only these,
 * because during an upgrade the table may have more columns than this version knows.
 */
export type Columns = Readonly<Record<string, SqlType>>

type SqlType = 'text' | 'int' | 'bigint' | 'boolean' | 'jsonb' | 'timestamp(3)' | `"${string}"`

/** The names of the columns, `"id", "status"`; with the alias `i` of a table, `i."id", i."status"`. */
export const namesOf = (columns: Columns, alias?: string): Prisma.Sql =>
  list(columns, (name) => (alias === undefined ? `"${name}"` : `${alias}."${name}"`))

/** The definitions of the columns in a table of JSON rows, `"id" text, "status" "IncidentStatus"`. */
export const definitionsOf = (columns: Columns): Prisma.Sql => list(columns, (name, type) => `"${name}" ${type}`)

/** Assignments that copy the columns from another table, `"status" = v."status"`. */
export const assignmentsOf = (columns: Columns, from: string): Prisma.Sql =>
  list(columns, (name) => `"${name}" = ${from}."${name}"`)

const list = (columns: Columns, write: (name: string, type: SqlType) => string) =>
  Prisma.raw(
    Object.entries(columns)
      .map(([name, type]) => write(name, type))
      .join(', '),
  )
