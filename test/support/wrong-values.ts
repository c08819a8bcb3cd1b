// cspell:ignore optin
import type { z } from 'zod'

type Shape = Readonly<Record<string, z.core.$ZodType>>

/** The part of the definition of a schema that may be known. */
type Definition = {
  shape?: Shape
  element?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  values?: readonly unknown[]
  entries?: Readonly<Record<string, unknown>>
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition

const manyItems = 20_100

const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:30:00Z']

/** Values of every type: too short, too long, out of range, of another form or with characters that are not stored. */
const anyValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  7,
  1e15,
  '',
  ' ',
  'x',
  'é_/ ñ',
  'a\u0000',
  'a\u0001',
  'a\ud800',
  'x'.repeat(manyItems),
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  'ftp://example.org',
  'vigia',
  [],
  ['x', 'x'],
  new Array(manyItems).fill('x'),
  {},
  { x: 1, y: 2 },
]

/** Values of which each is wrong at one place: those of any type, there and at each place within. */
export function wrongValues(schema: z.core.$ZodType): unknown[] {
  return [...anyValues, undefined, ...within(schema)]
}

function within(schema: z.core.$ZodType): unknown[] {
  const { shape, element, options, innerType, in: input } = definitionOf(schema)
  if (shape) return changedFields(shape)
  if (element) return wrongValues(element).map((value) => [value])
  if (options) return options.flatMap(within)
  const inner = innerType ?? input
  return inner ? within(inner) : []
}

/** Valid objects but for one field, and those without any of their fields or with all. */
function changedFields(shape: Shape): unknown[] {
  const valid = validFields(shape)
  return [
    { ...valid, unknown: 1 },
    ...Object.entries(shape).flatMap(([name, schema]) => [
      ...wrongValues(schema).map((value) => ({ ...valid, [name]: value })),
      { ...valid, [name]: validValue(schema, true) },
    ]),
  ]
}

/** Valid fields without those that may be absent. What ends does so after it began. */
const validFields = (shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const value = validValue(schema)
      if (value === undefined) return []
      return [[name, value === early && /^(?:to|endsAt)$/.test(name) ? late : value]]
    }),
  )

/** A value that a schema accepts; undefined for what may be absent, unless it is `wanted`. */
export function validValue(schema: z.core.$ZodType, wanted = false): unknown {
  if (!wanted && schema._zod.optin === 'optional') return undefined
  return candidates(schema).find((value) => value != null && accepts(schema, value))
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  try {
    return (schema as z.ZodType).safeParse(value).success
  } catch {
    // A transformation may parse its value with another schema.
    return false
  }
}

/** Values of which a schema probably accepts one. */
function candidates(schema: z.core.$ZodType): readonly unknown[] {
  const { shape, element, options, innerType, in: input, values, entries } = definitionOf(schema)
  if (shape)
    return [validFields(shape), ...Object.entries(shape).map(([name, field]) => ({ [name]: validValue(field, true) }))]
  if (element) return [[validValue(element)], []]
  if (values ?? entries) return values ?? Object.values(entries ?? {})
  if (options) return options.map((option) => validValue(option))
  const inner = innerType ?? input
  return [...(inner ? candidates(inner) : []), ...plainValues]
}

const plainValues: readonly unknown[] = ['x', 1, 100, true, '/api/admin/x/', early, 'https://example.org', {}]
