import type { z } from 'zod'

/** Names of the fields that a row has with the same name and type as the body. */
type ShownAsStored<Row, Body> = {
  [Name in keyof Body & keyof Row]: Row[Name] extends Body[Name] ? Name : never
}[keyof Body & keyof Row]

/**
 * Builds the body of a response. Fields that the row has with the same name and type are copied; the caller gives all
 * other fields.
 */
export function bodyOf<Shape extends z.ZodRawShape, Row extends object>(
  { shape }: z.ZodObject<Shape>,
  row: Row,
  given: Omit<Body<Shape>, ShownAsStored<Row, Body<Shape>>> & Partial<Body<Shape>>,
): Body<Shape> {
  const known: Readonly<Record<string, unknown>> = { ...row, ...given }
  return Object.fromEntries(Object.keys(shape).map((name) => [name, known[name]])) as Body<Shape>
}

type Body<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/** Builds the example of a body for the documentation of the API. Fields that are not given are null. */
export const exampleOf = <Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  given: Readonly<Record<string, unknown>>,
): Record<keyof Shape, unknown> =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, given[name] ?? null])) as Record<keyof Shape, unknown>
