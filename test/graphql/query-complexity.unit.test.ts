import { buildASTSchema, getOperationAST, parse, validate } from 'graphql'
import fc from 'fast-check'
import { createLimits } from '../../src/graphql/guards/complexity-limits.ts'
import { measure } from '../../src/graphql/guards/query-complexity.ts'

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

describe('the measure of an operation', () => {
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

  it('is the same whether it is written out or hidden in fragments and variables', () => {
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

  it('takes a page that is not asked for as one of the usual size, and one that is absurd as the largest', () => {
    expect(of('{ n { edges { id } } }').cost).toBe(1 + 50 * 2)
    expect(of('{ n(first: 1000000) { edges { id } } }').cost).toBe(1 + 200 * 2)
    expect(of('query ($f: Int) { n(first: $f) { edges { id } } }', { f: 'many' }).cost).toBe(1 + 50 * 2)
  })

  it('takes what a variable has by default where it is not given, and nothing else where it is', () => {
    const text = 'query ($f: Int = 200) { n(first: $f) { edges { n(first: $f) { pageInfo } } } }'

    expect(of(text).cost).toBe(1 + 200 * (1 + 1 + 200))
    expect(of(text, { f: 3 }).cost).toBe(1 + 3 * (1 + 1 + 3))
    expect(of(text, { f: null }).cost).toBe(1 + 50 * (1 + 1 + 50))
  })

  it('is as deep as the longest way down, and leaves out what a schema tells of itself', () => {
    expect(of('{ n { edges { id many { many { id } } } pageInfo } }').depth).toBe(5)
    expect(of('{ __schema { types { name } } __typename }').depth).toBe(0)
  })

  it('counts aliases and directives wherever they stand', () => {
    const text = `query @skip(if: true) { a: n { edges { ...A @include(if: true) ... @skip(if: false) { b: id } } } n { edges { ...A } } }
      fragment A on N { c: id @include(if: true) }`

    expect(of(text.replace('query @skip(if: true)', 'query'))).toMatchObject({ aliases: 4, directives: 4 })
  })

  it('knows a question for the schema wherever it hides', () => {
    const introspects = (text: string) => {
      const document = parse(text)
      return measure(tree, document, getOperationAST(document)!).introspects
    }

    expect(introspects('{ __schema { types { name } } }')).toBe(true)
    expect(introspects('{ n { pageInfo } ...A } fragment A on Query { ... { __type(name: "N") { name } } }')).toBe(true)
    expect(introspects('{ __typename n { pageInfo } }')).toBe(false)
  })

  it('ends where fragments spread each other twice, again and again', () => {
    const spreading = Array.from({ length: 60 }, (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)

    expect(of(`{ ...F0 } ${spreading.join(' ')} fragment F60 on Query { a: n { pageInfo } }`)).toEqual({
      depth: 2,
      aliases: 2 ** 60,
      directives: 0,
      cost: 2 ** 60 * (1 + 50),
    })
  })
})

describe('the limits', () => {
  const limits = createLimits(tree)
  const whyNot = async (text: string, variables: Record<string, unknown> | null = null) => {
    const document = parse(text)
    const error = await limits.checkComplexity({ document, definition: getOperationAST(document)!, variables })
    return error?.message ?? null
  }
  const times = (count: number, text: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at)).join(' ')

  it('let an operation be as much as they say, and not more', async () => {
    expect(await whyNot(`{ ${times(30, (at) => `a${at}: __typename`)} }`)).toBeNull()
    expect(await whyNot(`{ ${times(31, (at) => `a${at}: __typename`)} }`)).toMatch(
      /^This asks for up to 31 aliases, .* 30 is/,
    )
    expect(await whyNot(`{ __typename ${'@skip(if: true) '.repeat(30)} }`)).toBeNull()
    expect(await whyNot(`{ __typename ${'@skip(if: true) '.repeat(31)} }`)).toMatch(
      /^This asks for up to 31 directives, .* 30 is/,
    )
  })

  it('say of depth, of values and of their codes what is wrong', async () => {
    const path = (levels: number) => `{ ${'n(first: 1) { edges { '.repeat(levels)} id ${'} } '.repeat(levels)} }`

    expect(await whyNot(path(7))).toBeNull()
    expect(await whyNot(path(8))).toMatch(/^This asks for up to 17 levels of fields, .* 15 is the limit/)
    expect(await whyNot('{ n(first: 200) { edges { n(first: 200) { edges { id many { id } } } } } }')).toMatch(
      /values, .* 100000 is/,
    )
  })

  it('count the variables that an operation is given, each time', async () => {
    const text = 'query ($f: Int) { n(first: $f) { edges { n(first: $f) { edges { id many { id } } } } } }'

    expect(await whyNot(text, { f: 200 })).toMatch(/values/)
    expect(await whyNot(text, { f: 10 })).toBeNull()
    expect(await whyNot(text)).toBeNull()
    expect(await whyNot(text.replace('Int', 'Int = 200'))).toMatch(/values/)
  })
})
