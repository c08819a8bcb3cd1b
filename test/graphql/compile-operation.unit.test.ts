import fc from 'fast-check'
import {
  buildSchema,
  execute as interpret,
  getOperationAST,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  parse,
  type GraphQLInputType,
} from 'graphql'
import { createCompiler } from '../../src/graphql/compile-operation.ts'
import type { Context } from '../../src/graphql/context.ts'
import { loadSchema } from '../../src/graphql/schema.ts'

function givenCompiler() {
  const schema = buildSchema(`
    type Query { twice(of: Int!): Int! }
    type Mutation { twice(of: Int!): Int! }
    type Subscription { twice(of: Int!): Int! }`)
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    root!.getFields()['twice']!.resolve = (_root, { of }: { of: number }) => 2 * of
  const find = createCompiler(schema, () => true)
  return {
    find,
    /** Asks so often for an operation with these variables; says each time whether it was compiled. */
    ask: (operation: ReturnType<typeof operationOf>, times: number, variables: Record<string, unknown> = {}) =>
      Array.from({ length: times }, () => find(operation, variables) !== null),
  }
}

function operationOf(text: string) {
  const document = parse(text)
  return { document, definition: getOperationAST(document)!, rootFields: [], fields: new Set<string>() }
}

describe('an operation', () => {
  it.each(['query', 'subscription'])('is compiled from its third execution on: a %s', async (kind) => {
    const { ask, find } = givenCompiler()
    const operation = operationOf(`${kind} Q($of: Int!) { b: twice(of: $of) a: twice(of: 4) }`)

    expect(ask(operation, 5, { of: 3 })).toEqual([false, false, true, true, true])
    expect(await find(operation, { of: 3 })!({} as Context)).toEqual({ data: { b: 6, a: 8 } })
  })

  it('is counted separately from every other', () => {
    const { ask } = givenCompiler()

    for (const name of ['A', 'B', 'C', 'D'])
      expect(ask(operationOf(`query ${name} { twice(of: 1) }`), 1)).toEqual([false])
  })

  it('is not compiled if it is a mutation', () => {
    const { ask } = givenCompiler()

    expect(ask(operationOf('mutation { twice(of: 1) }'), 5)).not.toContain(true)
  })

  it('is not compiled if its document is not trusted', () => {
    const schema = buildSchema('type Query { of(text: String): Int }')
    const find = createCompiler(schema, (text) => text === '{ of }')
    const ask = (text: string) => {
      const operation = operationOf(text)
      return Array.from({ length: 4 }, () => find(operation, {}) !== null)
    }

    expect(ask('{ of }')).toEqual([false, false, true, true])
    expect(ask('{ of(text: "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d0") }')).not.toContain(true)
  })

  it('is not executed compiled with wrong variables', () => {
    const { ask } = givenCompiler()

    expect(ask(operationOf('query ($of: Int!) { twice(of: $of) }'), 5, { of: 'three' })).not.toContain(true)
  })

  it.each(['input I { of: Int! = 4 }', 'input I { in: J } input J { in: I }', 'input I { in: [I!] }'])(
    'is not compiled with a variable of a type with a default, or that contains itself: %s',
    (types) => {
      const find = createCompiler(buildSchema(`type Query { of(in: I): Int } ${types}`), () => true)
      const operation = operationOf('query ($in: I) { of(in: $in) }')

      for (let time = 0; time < 5; time++) expect(find(operation, {})).toBeNull()
    },
  )

  it.each([
    ['query ($a: Int) { of(in: { a: $a }) }', false],
    ['query ($a: Int) { of(in: { in: [{ a: $a }] }) }', false],
    ['query ($a: Int = 1) { of(in: { a: $a }) }', true],
    ['query ($a: Int!) { of(in: { a: $a }) }', true],
    ['query ($a: I) { of(in: $a) }', true],
  ])('is not compiled if a field of an object is absent when a variable is: %s', (text, isCompiled) => {
    const find = createCompiler(
      buildSchema('type Query { of(in: I): Int } input I { a: Int, in: [J] } input J { a: Int }'),
      () => true,
    )
    const operation = operationOf(text)

    for (let time = 0; time < 2; time++) find(operation, { a: 1 })

    expect(find(operation, text.includes('I)') ? {} : { a: 1 }) !== null).toBe(isCompiled)
  })

  it('is not compiled with more than 500 fields', () => {
    const { ask } = givenCompiler()
    const withFields = (count: number) =>
      operationOf(`{ ${Array.from({ length: count }, (_, index) => `a${index}: twice(of: 1)`).join(' ')} }`)

    expect(ask(withFields(500), 3)).toEqual([false, false, true])
    expect(ask(withFields(501), 3)).not.toContain(true)
  })
})

const real = loadSchema()

/** Types of all arguments of queries and subscriptions, by their text. */
const argumentTypes = new Map(
  Object.values(real.getTypeMap())
    .filter((type) => isObjectType(type) && type !== real.getMutationType())
    .flatMap((type) => Object.values((type as GraphQLObjectType).getFields()))
    .flatMap(({ args }) => args.map(({ type }) => [String(type), type] as const)),
)

const scalars: Record<string, fc.Arbitrary<unknown>> = {
  ID: fc.oneof(fc.string(), fc.integer()),
  String: fc.string(),
  Int: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  Float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  Boolean: fc.boolean(),
  DateTime: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((at) => at.toISOString()),
  JSON: fc.jsonValue(),
}

/** Values of a type, as JSON. */
function valuesOf(type: GraphQLInputType): fc.Arbitrary<unknown> {
  return isNonNullType(type) ? notNull(type) : fc.oneof(fc.constant(null), notNull(type))
}

function notNull(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return notNull(type.ofType)
  if (isListType(type)) return fc.oneof(fc.array(valuesOf(type.ofType), { maxLength: 3 }), valuesOf(type.ofType))
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (!isInputObjectType(type)) return scalars[type.name]!
  const fields = Object.values(type.getFields())
  if (type.isOneOf)
    return fc.oneof(...fields.map(({ name, type: of }) => notNull(of).map((value) => ({ [name]: value }))))
  return fc.record(Object.fromEntries(fields.map(({ name, type: of }) => [name, valuesOf(of)])), {
    requiredKeys: fields.filter(isRequiredInputField).map(({ name }) => name),
  })
}

describe('a variable has the value compiled that graphql-js gives it', () => {
  it.each([...argumentTypes])('of the type %s', async (text, type) => {
    const seen: unknown[] = []
    const resolve = (_root: unknown, args: unknown) => seen.push(args)
    const query = new GraphQLObjectType({
      name: 'Query',
      fields: { echo: { type: GraphQLInt, args: { value: { type } }, resolve } },
    })
    const schema = new GraphQLSchema({ query })
    const operation = operationOf(`query ($value: ${text}) { echo(value: $value) }`)
    const find = createCompiler(schema, () => true)
    for (let time = 0; time < 2; time++) find(operation, {})

    await fc.assert(
      fc.asyncProperty(valuesOf(type), async (value) => {
        seen.length = 0
        const execute = find(operation, { value })
        if (!execute) return
        await execute({} as Context)
        await interpret({ schema, document: operation.document, variableValues: { value } })
        expect(seen[0]).toEqual(seen[1])
      }),
      { numRuns: 50, seed: 1 },
    )
  })
})
