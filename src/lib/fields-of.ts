import { z } from 'zod'
import { descriptions, enumerations, types } from '../generated/contract.ts'

/** A definition of the schema, such as `Incident`, `Incident.number` or `Query.incidents(first:)`. */
type Coordinate = keyof typeof descriptions

/** The description in the GraphQL schema, for the documentation of REST. */
export const descriptionOf = (coordinate: Coordinate): string => descriptions[coordinate]

type Types = typeof types
type FieldsOf<Type extends keyof Types> = Types[Type]['fields']
type Scalars = typeof scalars
type Enumerations = typeof enumerations

type Base<Name> = Name extends keyof Scalars
  ? Scalars[Name]
  : Name extends keyof Enumerations
    ? z.ZodEnum<{ [Value in Enumerations[Name][number]]: Value }>
    : never
type Item<Field, Schema extends z.ZodType> = Field extends { hasNullItems: true } ? z.ZodNullable<Schema> : Schema
type Listed<Field, Schema extends z.ZodType> = Field extends { isList: true } ? z.ZodArray<Item<Field, Schema>> : Schema
type Nullable<Field, Schema extends z.ZodType> = Field extends { isNullable: true } ? z.ZodNullable<Schema> : Schema

/**
 * `true` for a field as the schema has it, of a scalar that REST has or an enumeration; what REST shows otherwise, such as a
 * label or an object, unless it is null.
 */
type Given<Type extends keyof Types> = {
  readonly [Name in keyof FieldsOf<Type>]?: (IsPlain<FieldsOf<Type>[Name]> extends true ? true : never) | z.ZodType
}
type IsPlain<Field> = Field extends { type: keyof Scalars | keyof Enumerations } ? true : false
type Shape<Type extends keyof Types, Fields> = {
  -readonly [Name in keyof Fields & keyof FieldsOf<Type>]: Nullable<
    FieldsOf<Type>[Name],
    Fields[Name] extends z.ZodType
      ? Fields[Name]
      : FieldsOf<Type>[Name] extends { type: infer Of }
        ? Listed<FieldsOf<Type>[Name], Base<Of>>
        : never
  >
}
type NoOthers<Type extends keyof Types, Fields> = Record<Exclude<keyof Fields, keyof FieldsOf<Type>>, never>

const scalars = {
  ID: z.string(),
  String: z.string(),
  Int: z.int(),
  Float: z.number(),
  Boolean: z.boolean(),
  DateTime: z.date(),
}

/** Fields of a type for a response of REST: their shapes, unless given, whether they are null, and what the schema says of them. */
export function fieldsOf<const Type extends keyof Types, const Fields extends Given<Type>>(
  type: Type,
  given: Fields & NoOthers<Type, Fields>,
): Shape<Type, Fields> {
  const fields: Readonly<Record<string, Field>> = types[type].fields
  const texts: Readonly<Record<string, string>> = descriptions
  return Object.fromEntries(
    Object.entries<true | z.ZodType>(given).map(([name, shown]) => {
      const field = fields[name]
      if (!field) throw new Error(`${type} has no field ${name}.`)
      const shape = shown === true ? shapeOf(field) : shown
      return [name, (field.isNullable ? shape.nullable() : shape).describe(texts[`${type}.${name}`] ?? '')]
    }),
  ) as Shape<Type, Fields>
}

type Field = { type: string; isNullable?: true; isList?: true; hasNullItems?: true }

function shapeOf({ type, isList, hasNullItems }: Field): z.ZodType {
  const shape = (scalars as Readonly<Record<string, z.ZodType>>)[type] ?? z.enum(valuesOf(type))
  return isList ? z.array(hasNullItems ? shape.nullable() : shape) : shape
}

function valuesOf(type: string): readonly string[] {
  const values = (enumerations as Readonly<Record<string, readonly string[]>>)[type]
  if (!values)
    throw new Error(`Give the shape of a field of type ${type}: it is neither a scalar of REST nor an enumeration.`)
  return values
}
