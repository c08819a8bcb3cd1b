import type { Json } from '../gateway.ts'

type Document = Json
/** Use of a schema: a request must be accepted as before, a response must contain the same fields as before. */
type Direction = 'request' | 'response'
type Pair = { released: Json; present: Json }
type Comparison = { documents: { released: Document; present: Document }; direction: Direction; found: Set<string> }

/**
 * Lists the changes in the present OpenAPI document that break clients of a released one, a sentence each. A schema
 * with a name is called by it, wherever it is used.
 */
export function breaksOf(released: Document, present: Document): string[] {
  const found = new Set<string>()
  for (const [path, methods] of Object.entries(released['paths'] as Json))
    for (const [method, operation] of Object.entries(methods as Json)) {
      const place = `${method.toUpperCase()} ${path}`
      const now = present['paths'][path]?.[method] as Json | undefined
      if (!now) found.add(`${place}: the operation is gone.`)
      else
        compareOperations({ released: operation as Json, present: now }, place, {
          documents: { released, present },
          found,
        })
    }
  return [...found].sort()
}

function compareOperations({ released, present }: Pair, place: string, context: Omit<Comparison, 'direction'>) {
  const { found } = context
  const request = { ...context, direction: 'request' as const }
  const response = { ...context, direction: 'response' as const }
  const alternatives = ({ security }: Json) => (security as Json[]).map((one) => JSON.stringify(one))
  const accepted = alternatives(present)
  const isOpen = accepted.length === 0
  // Adding an alternative credential is compatible; requiring one where none was required is not.
  if (!isOpen && (alternatives(released).length === 0 || alternatives(released).some((one) => !accepted.includes(one))))
    found.add(`${place}: it asks for other credentials.`)
  compareParameters({ released, present }, place, request)
  compareBodies({ released, present }, place, request)
  for (const [status, answer] of Object.entries(released['responses'] as Json)) {
    const now = present['responses'][status] as Json | undefined
    if (!now) found.add(`${place}: the answer ${status} is gone.`)
    else compareContents({ released: answer as Json, present: now }, `${place} ${status}`, response)
  }
}

function compareParameters({ released, present }: Pair, place: string, comparison: Comparison) {
  const keyOf = (parameter: Json) => `${parameter['in']} parameter ${parameter['name']}`
  const listOf = ({ parameters }: Json) => parameters as Json[]
  const before = new Map(listOf(released).map((one) => [keyOf(one), one]))
  const now = new Map(listOf(present).map((one) => [keyOf(one), one]))
  for (const [key, parameter] of before) {
    const same = now.get(key)
    if (!same) comparison.found.add(`${place}: the ${key} is gone.`)
    else
      compareSchemas(
        { released: parameter['schema'] as Json, present: same['schema'] as Json },
        `${place}: the ${key}`,
        comparison,
      )
  }
  for (const [key, { required }] of now)
    if (required && !before.get(key)?.['required']) comparison.found.add(`${place}: the ${key} is required now.`)
}

function compareBodies({ released, present }: Pair, place: string, comparison: Comparison) {
  const [before, now] = [released['requestBody'] as Json | undefined, present['requestBody'] as Json | undefined]
  if (now?.['required'] && !before?.['required']) comparison.found.add(`${place}: a body is required now.`)
  if (before && !now) comparison.found.add(`${place}: it takes no body any more.`)
  if (before && now) compareContents({ released: before, present: now }, `${place} body`, comparison)
}

function compareContents({ released, present }: Pair, place: string, comparison: Comparison) {
  for (const [type, { schema }] of Object.entries((released['content'] ?? {}) as Json) as [string, Json][]) {
    const now = present['content']?.[type] as Json | undefined
    if (!now) comparison.found.add(`${place}: the type ${type} is gone.`)
    else compareSchemas({ released: schema as Json, present: now['schema'] as Json }, place, comparison)
  }
}

function compareSchemas(pair: Pair, place: string, comparison: Comparison): void {
  const { documents, found, direction } = comparison
  const name = nameOf(pair.released)
  const at = name ?? place
  const released = resolve(pair.released, documents.released)
  const present = resolve(pair.present, documents.present)
  const before = alternativesOf(released)
  const now = alternativesOf(present)
  if (before.length > 1 || now.length > 1) {
    compareAlternatives({ before, now }, at, comparison)
    return
  }
  for (const sentence of [...typeBreaks(released, present, direction), ...valueBreaks(released, present, direction)])
    found.add(`${at}: ${sentence}`)
  if (direction === 'request') for (const sentence of limitBreaks(released, present)) found.add(sentence(at))
  if (released['properties']) compareProperties({ released, present }, at, comparison)
  if (released['items'] && present['items'])
    compareSchemas(
      { released: released['items'] as Json, present: present['items'] as Json },
      `${at} items`,
      comparison,
    )
}

/** Each alternative of a union must be compatible with one of the other document. */
function compareAlternatives({ before, now }: { before: Json[]; now: Json[] }, at: string, comparison: Comparison) {
  const [wanted, offered] = comparison.direction === 'request' ? [before, now] : [now, before]
  for (const one of wanted) {
    const attempts = offered.map((other) => {
      const attempt = { ...comparison, found: new Set<string>() }
      const [released, present] = comparison.direction === 'request' ? [one, other] : [other, one]
      compareSchemas({ released, present }, at, attempt)
      return attempt.found
    })
    const [closest] = attempts.sort((a, b) => a.size - b.size)
    for (const sentence of closest ?? []) comparison.found.add(sentence)
  }
}

function compareProperties({ released, present }: Pair, at: string, comparison: Comparison) {
  const { found, direction } = comparison
  const [before, now] = [released['properties'] as Json, (present['properties'] ?? {}) as Json]
  const [wasRequired, isRequired] = [requiredIn(released), requiredIn(present)]
  for (const [field, schema] of Object.entries(before)) {
    if (!now[field]) found.add(`${at}.${field}: the field is gone.`)
    else compareSchemas({ released: schema as Json, present: now[field] as Json }, `${at}.${field}`, comparison)
    if (direction === 'response' && now[field] && wasRequired.has(field) && !isRequired.has(field))
      found.add(`${at}.${field}: the field may be absent now.`)
  }
  if (direction === 'request')
    for (const field of isRequired) if (!wasRequired.has(field)) found.add(`${at}.${field}: the field is required now.`)
}

function typeBreaks(released: Json, present: Json, direction: Direction): string[] {
  const [before, now] = [typesOf(released), typesOf(present)]
  // A schema without a type allows all of them.
  if (direction === 'request') {
    if (now.length === 0) return []
    const refused = before.length === 0 ? ['any type'] : before.filter((type) => !allows(now, type))
    return refused.map((type) => `${type} is not accepted any more.`)
  }
  if (before.length === 0) return []
  const added = now.length === 0 ? ['any type'] : now.filter((type) => !allows(before, type))
  return added.map((type) => `it can be ${type} now.`)
}

const allows = (types: string[], type: string) =>
  types.includes(type) || (type === 'integer' && types.includes('number'))

function valueBreaks(released: Json, present: Json, direction: Direction): string[] {
  const [before, now] = [valuesOf(released), valuesOf(present)]
  if (before && now)
    return before.filter((value) => !now.includes(value)).map((value) => `the value ${String(value)} is gone.`)
  if (direction === 'request' && now) return ['only certain values are accepted now.']
  return direction === 'response' && before ? [`it can be more than ${before.join(', ')} now.`] : []
}

/** Limits that reject previously accepted values; patterns cannot be compared, so every change of one counts. */
function limitBreaks(released: Json, present: Json): ((at: string) => string)[] {
  const stricter = ([keyword, isLess]: (typeof limits)[number]) => {
    const [before, now] = [released[keyword] as number | undefined, present[keyword] as number | undefined]
    return now !== undefined && (before === undefined || isLess(now, before))
  }
  const changed = limits.filter(stricter).map(
    ([keyword]) =>
      (at: string) =>
        `${at}: ${keyword} is ${present[keyword]} now.`,
  )
  const [before, now] = [released['pattern'] as string | undefined, present['pattern'] as string | undefined]
  if (now === undefined || before === now) return changed
  return [...changed, () => `The pattern ${before ?? 'that was absent'} is ${now} now.`]
}

const smaller = (now: number, before: number) => now < before
const larger = (now: number, before: number) => now > before
const limits = [
  ['maxLength', smaller],
  ['maximum', smaller],
  ['maxItems', smaller],
  ['minLength', larger],
  ['minimum', larger],
  ['minItems', larger],
] as const

const requiredIn = ({ required = [] }: Json) => new Set(required as string[])

const typesOf = ({ type = [] }: Json): string[] => [type as string | string[]].flat()

function valuesOf({ enum: values, const: value }: Json): unknown[] | null {
  if (values !== undefined) return values as unknown[]
  return value === undefined ? null : [value]
}

const alternativesOf = (schema: Json): Json[] => (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as Json[]

const nameOf = ({ $ref }: Json): string | undefined => ($ref as string | undefined)?.split('/').at(-1)

function resolve(schema: Json, document: Document): Json {
  const name = nameOf(schema)
  return name === undefined ? schema : resolve(document['components'].schemas[name] as Json, document)
}
