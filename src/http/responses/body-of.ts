import type { z } from 'zod'

/** Names of the fields of a body that a row has in the form in which the body shows them. */
type ShownAsStored<Row, Body> = {
  [Name in keyof Body & keyof Row]: Row[Name] extends Body[Name] ? Name : never
}[keyof Body & keyof Row]

/**
 * The body of a response: fields are taken from the row, where it has them in the form of the response; the others, and
 * those shown otherwise, are given.
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

/** The example of a body in the documentation of the API: what is not given is null. */
export const exampleOf = <Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  given: Readonly<Record<string, unknown>>,
): Record<keyof Shape, unknown> =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, given[name] ?? null])) as Record<keyof Shape, unknown>
