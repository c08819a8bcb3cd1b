import { z } from 'zod'

/** A JSON Schema of draft 2020-12, which is what OpenAPI 3.1 speaks. */
export type JsonSchema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  [keyword: string]: unknown
}

/** Schemas by the place that they are for, and those that are shared by their ids; the former refer to the latter. */
export type Schemas = { inPlace: Record<string, JsonSchema>; shared: Record<string, JsonSchema> }

/** The JSON Schemas of zod's, all at once, so that what is shared is there once. */
export function jsonSchemas(
  places: readonly (readonly [place: string, schema: z.ZodType | undefined])[],
  io: 'input' | 'output',
): Schemas {
  const known = places.flatMap(([place, schema]) => (schema ? [[place, schema] as const] : []))
  const all = z.toJSONSchema(z.object(Object.fromEntries(known)), { io, unrepresentable: describeDate })
  const { properties = {}, $defs = {} } = prune(all)
  return { inPlace: properties, shared: $defs as Record<string, JsonSchema> }
}

/** What a date becomes when an answer is written as JSON. There is nothing else that JSON Schema cannot say. */
function describeDate({ zodSchema }: { zodSchema: { _zod: { def: { type: string } } } }) {
  return zodSchema._zod.def.type === 'date' ? ({ type: 'string', format: 'date-time' } as const) : 'throw'
}

/** Leaves out what a reader has no use for: bounds that every number keeps, and a pattern where the format says it. */
function prune(schema: object): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text, (_key, value: unknown) => (isSchema(value) ? tidied(value) : value)) as JsonSchema
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const tidied = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value, schema)))

function isNoise(keyword: string, value: unknown, { format }: JsonSchema): boolean {
  if (keyword === 'maximum') return value === Number.MAX_SAFE_INTEGER
  if (keyword === 'minimum') return value === Number.MIN_SAFE_INTEGER
  return keyword === '$schema' || (keyword === 'pattern' && format === 'date-time')
}
