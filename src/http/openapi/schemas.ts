import { z } from 'zod'

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  [keyword: string]: unknown
}

/** Schemas by place, e.g. `signIn body`, and the shared schemas that they reference, by id. */
export type Schemas = { inPlace: Record<string, JsonSchema>; shared: Record<string, JsonSchema> }

/** Converts zod schemas to JSON Schema, all at once so that a shared schema occurs once. */
export function jsonSchemas(
  places: readonly (readonly [place: string, schema: z.ZodType | undefined])[],
  io: 'input' | 'output',
): Schemas {
  const declared = places.flatMap(([place, schema]) => (schema ? [[place, schema] as const] : []))
  const all = z.toJSONSchema(z.object(Object.fromEntries(declared)), { io, unrepresentable: describeDate })
  const { properties = {}, $defs = {} } = prune(all)
  return { inPlace: properties, shared: $defs as Record<string, JsonSchema> }
}

/** A date is written to JSON as an ISO 8601 string; any other type without a JSON Schema is an error. */
function describeDate({ zodSchema }: { zodSchema: { _zod: { def: { type: string } } } }) {
  return zodSchema._zod.def.type === 'date' ? ({ type: 'string', format: 'date-time' } as const) : 'throw'
}

/** Removes noise: the safe-integer bounds of every number, and the pattern of a `date-time`. */
function prune(schema: object): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text, (_key, value: unknown) => (isSchema(value) ? withoutNoise(value) : value)) as JsonSchema
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withoutNoise = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value, schema)))

function isNoise(keyword: string, value: unknown, { format }: JsonSchema): boolean {
  if (keyword === 'maximum') return value === Number.MAX_SAFE_INTEGER
  if (keyword === 'minimum') return value === Number.MIN_SAFE_INTEGER
  return keyword === '$schema' || (keyword === 'pattern' && format === 'date-time')
}
