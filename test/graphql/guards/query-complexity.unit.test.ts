import { buildASTSchema, getOperationAST, parse, validate } from 'graphql'
import fc from 'fast-check'
import { createLimits } from '../../../src/graphql/guards/complexity-limits.ts'
import { measure } from '../../../src/graphql/guards/query-complexity.ts'

const tree = buildASTSchema(
  parse(
    'type Query { n(first: Int): Page! } type Page { edges: [N!]! pageInfo: Int } type N { id: ID many: [N!]! n(first: Int): Page! }',
  ),
)
const of = (text: string, variables = {}) => {
  const document = parse(text)
  expect(validate(tree, document)).toEqual([])
  const { depth, aliases, directives, costOf } = measure(tree, document, getOperationAST(document)!)
  return { depth, aliases, directives, cost: costOf(variables) }
}

describe('the complexity of an operation', () => {
  /** A selection on N, its depth and what it costs, by hand. */
  const { selection } = fc.letrec<{ selection: { text: string; depth: number; cost: number } }>((tie) => ({
    selection: fc.oneof(
      { maxDepth: 4 },
      fc.constant({ text: 'id', depth: 1, cost: 1 }),
      tie('selection').map(({ text, depth, cost }) => ({
        text: `many { ${text} }`,
        depth: depth + 1,
        cost: 1 + 10 * cost,
      })),
      fc.tuple(fc.integer({ min: 1, max: 200 }), tie('selection')).map(([first, { text, depth, cost }]) => ({
        text: `n(first: ${first}) { edges { ${text} } }`,
        depth: depth + 2,
        cost: 1 + first * (1 + cost),
      })),
    ),
  }))

  it('is the same whether it is written out or in fragments and variables', () => {
    fc.assert(
      fc.property(selection, fc.integer({ min: 1, max: 200 }), ({ text, depth, cost }, first) => {
        const expected = { depth: depth + 2, aliases: 0, directives: 0, cost: 1 + first * (1 + cost) }

        expect(of(`{ n(first: ${first}) { edges { ${text} } } }`)).toEqual(expected)
        expect(
          of(`query ($f: Int) { n(first: $f) { edges { ...A } } } fragment A on N { ${text} }`, { f: first }),
        ).toEqual(expected)
        expect(of(`{ ... on Query { n(first: ${first}) { edges { ... { ${text} } } } } }`)).toEqual(expected)
      }),
    )
  })

  it('counts a page without a size as one of the default size, and an excessive one as the largest', () => {
    expect(of('{ n { edges { id } } }').cost).toBe(1 + 50 * 2)
    expect(of('{ n(first: 1000000) { edges { id } } }').cost).toBe(1 + 200 * 2)
    expect(of('query ($f: Int) { n(first: $f) { edges { id } } }', { f: 'many' }).cost).toBe(1 + 50 * 2)
  })

  it('uses the default of a variable only where the variable is not given', () => {
    const text = 'query ($f: Int = 200) { n(first: $f) { edges { n(first: $f) { pageInfo } } } }'

    expect(of(text).cost).toBe(1 + 200 * (1 + 1 + 200))
    expect(of(text, { f: 3 }).cost).toBe(1 + 3 * (1 + 1 + 3))
    expect(of(text, { f: null }).cost).toBe(1 + 50 * (1 + 1 + 50))
  })

  it('has the depth of the longest path, without introspection fields', () => {
    expect(of('{ n { edges { id many { many { id } } } pageInfo } }').depth).toBe(5)
    expect(of('{ __schema { types { name } } __typename }').depth).toBe(0)
  })

  it('counts aliases and directives in nested fields and fragments', () => {
    const text = `query @skip(if: true) { a: n { edges { ...A @include(if: true) ... @skip(if: false) { b: id } } } n { edges { ...A } } }
      fragment A on N { c: id @include(if: true) }`

    expect(of(text.replace('query @skip(if: true)', 'query'))).toMatchObject({ aliases: 4, directives: 4 })
  })

  it('includes introspection inside fragments', () => {
    const introspects = (text: string) => {
      const document = parse(text)
      return measure(tree, document, getOperationAST(document)!).introspects
    }

    expect(introspects('{ __schema { types { name } } }')).toBe(true)
    expect(introspects('{ n { pageInfo } ...A } fragment A on Query { ... { __type(name: "N") { name } } }')).toBe(true)
    expect(introspects('{ __typename n { pageInfo } }')).toBe(false)
  })

  it('is computed without expanding fragments that spread each other twice', () => {
    const spreading = Array.from({ length: 60 }, (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)

    expect(of(`{ ...F0 } ${spreading.join(' ')} fragment F60 on Query { a: n { pageInfo } }`)).toEqual({
      depth: 2,
      aliases: 2 ** 60,
      directives: 0,
      cost: 2 ** 60 * (1 + 50),
    })
  })
})

describe('the complexity limits', () => {
  const limits = createLimits(tree)
  const complexityError = async (text: string, variables: Record<string, unknown> | null = null) => {
    const document = parse(text)
    const error = await limits.checkComplexity({ document, definition: getOperationAST(document)!, variables })
    return error?.message ?? null
  }
  const times = (count: number, text: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at)).join(' ')

  it('allow as many aliases and directives as they say, and not one more', async () => {
    expect(await complexityError(`{ ${times(30, (at) => `a${at}: __typename`)} }`)).toBeNull()
    expect(await complexityError(`{ ${times(31, (at) => `a${at}: __typename`)} }`)).toMatch(
      /^This asks for up to 31 aliases, .* 30 is/,
    )
    expect(await complexityError(`{ __typename ${'@skip(if: true) '.repeat(30)} }`)).toBeNull()
    expect(await complexityError(`{ __typename ${'@skip(if: true) '.repeat(31)} }`)).toMatch(
      /^This asks for up to 31 directives, .* 30 is/,
    )
  })

  it('name the number of levels or of values that exceeds them', async () => {
    const path = (levels: number) => `{ ${'n(first: 1) { edges { '.repeat(levels)} id ${'} } '.repeat(levels)} }`

    expect(await complexityError(path(7))).toBeNull()
    expect(await complexityError(path(8))).toMatch(/^This asks for up to 17 levels of fields, .* 15 is the limit/)
    expect(await complexityError('{ n(first: 200) { edges { n(first: 200) { edges { id many { id } } } } } }')).toMatch(
      /values, .* 100000 is/,
    )
  })

  it('use the variables of each request, and their defaults', async () => {
    const text = 'query ($f: Int) { n(first: $f) { edges { n(first: $f) { edges { id many { id } } } } } }'

    expect(await complexityError(text, { f: 200 })).toMatch(/values/)
    expect(await complexityError(text, { f: 10 })).toBeNull()
    expect(await complexityError(text)).toBeNull()
    expect(await complexityError(text.replace('Int', 'Int = 200'))).toMatch(/values/)
  })
})
