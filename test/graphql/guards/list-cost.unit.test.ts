import { buildASTSchema, getOperationAST, Kind, parse, validate, visit } from 'graphql'
import type { ListCounts } from '../../../src/graphql/guards/list-sizes.ts'
import { measure } from '../../../src/graphql/guards/query-complexity.ts'

const shop = buildASTSchema(
  parse(`
    type Query { shelves: [Shelf!]! shelf: Shelf name: String }
    type Shelf { id: ID books: [Book!]! labels: [String!]! }
    type Book { id: ID authors: [String!]! }
  `),
)

const costOf = (text: string) => {
  const document = parse(text)
  expect(validate(shop, document)).toEqual([])
  return measure(shop, document, getOperationAST(document)!)
}

const countsOf = (list: string, each: number, average: number): ListCounts => new Map([[list, { each, average }]])

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
    expect(costOf('{ shelves { id } }').costOf({}, countsOf('Query.shelves', 40, 4))).toBe(1 + 40)
  })

  it('counts each value of a list of plain values', () => {
    expect(costOf('{ shelf { labels } }').costOf({}, countsOf('Shelf.labels', 7, 3))).toBe(1 + 1 + 7)
  })

  it('counts a fragment within a list by the average size of the lists that the fragment selects', () => {
    const cost = costOf('{ shelves { ...S } shelf { ...S } } fragment S on Shelf { labels }')

    expect(cost.costOf({}, countsOf('Shelf.labels', 100, 20))).toBe(1 + 10 * (1 + 20) + 1 + 1 + 100)
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
