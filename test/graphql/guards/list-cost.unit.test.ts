import { buildASTSchema, getOperationAST, Kind, parse, validate, visit } from 'graphql'
import type { ListCounts } from '../../../src/graphql/guards/list-sizes.ts'
import { measure } from '../../../src/graphql/guards/query-complexity.ts'

const shop = buildASTSchema(
  parse(`
    type Query { shelves: [Shelf!]! shelf: Shelf name: String page(first: Int): Page! }
    type Page { edges: [Edge!]! pageInfo: ID }
    type Edge { cursor: ID node: Shelf! }
    type Shelf { id: ID next: Shelf books: [Book!]! labels: [String!]! }
    type Book { id: ID authors: [String!]! shelf: Shelf }
  `),
)

const costOf = (text: string) => {
  const document = parse(text)
  expect(validate(shop, document)).toEqual([])
  return measure(shop, document, getOperationAST(document)!)
}

const countsOf = (list: string, each: number, total: number): ListCounts => new Map([[list, { each, total }]])

describe('the lists of an operation', () => {
  it('are the schema coordinates of all lists that it selects, however nested', () => {
    expect(costOf('{ shelves { books { authors } } }').lists).toEqual(
      new Set(['Query.shelves', 'Shelf.books', 'Book.authors']),
    )
  })

  it('are those of all its branches and fragments, each once', () => {
    expect(costOf('{ name shelf { id labels books { id } ...A } } fragment A on Shelf { labels }').lists).toEqual(
      new Set(['Shelf.labels', 'Shelf.books']),
    )
    expect(costOf('{ name shelf { id labels } }').lists).toEqual(new Set(['Shelf.labels']))
  })

  it('are none if it selects no list', () => {
    expect(costOf('{ name shelf { id } }').lists).toEqual(new Set())
  })
})

describe('the cost of an operation', () => {
  it('counts a list at the root by its largest size, for it has one parent', () => {
    expect(costOf('{ shelves { id } }').costOf({}, countsOf('Query.shelves', 40, 400))).toBe(1 + 40)
  })

  it('counts each value of a list of plain values', () => {
    expect(costOf('{ shelf { labels } }').costOf({}, countsOf('Shelf.labels', 7, 30))).toBe(1 + 1 + 7)
  })

  it('counts the lists of all items of a list together as at most all that there are', () => {
    const cost = costOf('{ shelves { ...S } shelf { ...S } } fragment S on Shelf { labels }')

    // Ten shelves count as at least eight different ones.
    expect(cost.costOf({}, countsOf('Shelf.labels', 100, 160))).toBe(1 + 10 * (1 + 160 / 8) + 1 + 1 + 100)
    expect(cost.costOf({}, countsOf('Shelf.labels', 3, 160))).toBe(1 + 10 * (1 + 3) + 1 + 1 + 3)
  })

  it('counts the lists of all items of a page together too, and those of one object of each item alone', () => {
    const counts = countsOf('Shelf.labels', 100, 160)

    expect(costOf('{ page(first: 32) { edges { node { labels } } } }').costOf({}, counts)).toBe(1 + 32 * (2 + 1 + 5))
    expect(costOf('{ page(first: 32) { edges { node { next { labels } } } } }').costOf({}, counts)).toBe(
      1 + 32 * (2 + 1 + 1 + 100),
    )
  })

  it('is computed at once for fragments within lists of different sizes at every level', () => {
    const levels = Array.from(
      { length: 40 },
      (_, at) =>
        `fragment F${at} on Shelf { books { shelf { ...F${at + 1} } } twin: books { shelf { ...F${at + 1} } } }`,
    )
    const text = `{ shelves { ...F0 } } ${levels.join(' ')} fragment F40 on Shelf { labels }`
    const sizes = [...countsOf('Shelf.books', 900, 1_300), ...countsOf('Query.shelves', 700, 700)]

    expect(costOf(text).costOf({}, new Map(sizes))).toBeGreaterThan(2 ** 40)
  })

  it('tells fragments within a list apart', () => {
    const cost = costOf(
      '{ shelves { ...A ...B } } fragment A on Shelf { id } fragment B on Shelf { a: id b: id c: id }',
    )

    expect(cost.costOf({})).toBe(1 + 10 * (1 + 3))
  })

  it('counts a field of introspection as one value', () => {
    expect(costOf('{ __typename }').costOf({})).toBe(1)
    expect(costOf('{ shelf { __typename id } }').costOf({})).toBe(1 + 2)
    expect(costOf('{ __type(name: "Book") { name kind } }').costOf({})).toBe(1 + 2)
  })

  it('follows the sizes of lists from one request to the next with the same variables', () => {
    const { costOf: costWith } = costOf('{ ...A } fragment A on Query { shelves { id } }')
    const variables = {}

    expect(costWith(variables, countsOf('Query.shelves', 3, 3))).toBe(1 + 3)
    expect(costWith(variables, countsOf('Query.shelves', 5, 5))).toBe(1 + 5)
    expect(costWith(variables)).toBe(1 + 10)
  })

  it('is the same for a syntax tree built without empty lists of directives', () => {
    const document = parse('{ shelf { id ...A } } fragment A on Shelf { id }')
    const bare = visit(document, {
      enter: (node) => ('directives' in node ? { ...node, directives: undefined } : node),
    })

    expect(bare.definitions[0]).toMatchObject({ kind: Kind.OPERATION_DEFINITION, directives: undefined })
    expect(measure(shop, bare, getOperationAST(bare)!)).toMatchObject({ depth: 2, directives: 0 })
  })
})
