import {
  buildASTSchema,
  getOperationAST,
  isEnumType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
  type GraphQLSchema,
} from 'graphql'
import { isListField, type ListCounts } from '../../../src/graphql/guards/list-sizes.ts'
import { measure } from '../../../src/graphql/guards/query-complexity.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { maxPoints, type HistoryWindow } from '../../../src/monitoring/history.ts'

const shop = buildASTSchema(
  parse(`
    directive @listSize(assumedSize: Int, slicingArguments: [String!], limit: String) on FIELD_DEFINITION | ENUM_VALUE
    type Query { shelves: [Shelf!]! @listSize(assumedSize: 5)  shelf: Shelf }
    type Mutation { fill: Shelf }
    type Shelf {
      id: ID
      books(first: Int): [Book!]! @listSize(assumedSize: 30, slicingArguments: ["first"])
      labels: [String!]! @listSize(assumedSize: 7)
      tags(first: Int): [String!]! @listSize(assumedSize: 6, limit: "maxTags")
      subjects(first: Int): [String!]! @listSize(assumedSize: 9)
      sales(over: Span = WEEK): [Sale!]! @listSize(slicingArguments: ["over"])
    }
    type Book { id: ID  shelf: Shelf }
    type Sale { at: ID }
    enum Span { WEEK @listSize(assumedSize: 8)  YEAR @listSize(assumedSize: 366) }
  `),
)

const costOf = (text: string, variables = {}, counts?: ListCounts) => {
  const document = parse(text)
  expect(validate(shop, document)).toEqual([])
  return measure(shop, document, getOperationAST(document)!).costOf(variables, counts)
}

describe('the size of a list', () => {
  it('is its assumedSize in the schema', () => {
    expect(costOf('{ shelves { id } }')).toBe(1 + 5)
    expect(costOf('{ shelf { books { id } } }')).toBe(1 + 1 + 30)
  })

  it('counts for lists of plain values too', () => {
    expect(costOf('{ shelf { labels } }')).toBe(1 + 1 + 7)
  })

  it('is the value of its slicing argument', () => {
    expect(costOf('{ shelf { books(first: 4) { id } } }')).toBe(1 + 1 + 4)
    expect(costOf('query ($n: Int) { shelf { books(first: $n) { id } } }', { n: 9 })).toBe(1 + 1 + 9)
    expect(costOf('query ($n: Int) { shelf { books(first: $n) { id } } }', { n: null })).toBe(1 + 1 + 30)
  })

  it.each([
    ['subjects', 0, 9],
    ['subjects', 90, 90],
    ['subjects(first: 4)', 0, 4],
    ['labels', 0, 0],
    ['labels', 90, 90],
  ])('of %s in a mutation, which may fill its subjects, is not %i as before it, but %i', (field, items, size) => {
    const list = field.replace(/\(.*/, '')
    const counts: ListCounts = new Map([[`Shelf.${list}`, { each: items, total: items }]])

    expect(costOf(`mutation { fill { ${field} } }`, {}, counts)).toBe(1 + 1 + size)
  })

  it('is the assumedSize of its enum argument, the default included', () => {
    expect(costOf('{ shelf { sales { at } } }')).toBe(1 + 1 + 8)
    expect(costOf('{ shelf { sales(over: YEAR) { at } } }')).toBe(1 + 1 + 366)
    expect(costOf('query ($o: Span) { shelf { sales(over: $o) { at } } }', { o: 'YEAR' })).toBe(1 + 1 + 366)
    expect(costOf('query ($o: Span) { shelf { sales(over: $o) { at } } }', { o: 'CENTURY' })).toBe(1 + 1 + 8)
  })

  it('is the counted one if there is one: of the largest parent, or a share of all items if parents are listed', () => {
    const counts: ListCounts = new Map([['Shelf.books', { each: 1_000, total: 1_200 }]])

    expect(costOf('{ shelf { books { id } } }', {}, counts)).toBe(1 + 1 + 1_000)
    expect(costOf('{ shelves { books { id } } }', {}, counts)).toBe(1 + 5 * (1 + 300))
    expect(costOf('{ shelves { ...S } shelf { ...S } } fragment S on Shelf { books { id } }', {}, counts)).toBe(
      1 + 5 * (1 + 300) + 1 + 1 + 1_000,
    )
    expect(costOf('{ shelves { books { shelf { books { id } } } } }', {}, counts)).toBe(
      1 + 5 * (1 + 300 * (1 + 1 + 1_000)),
    )
    expect(costOf('{ shelves { books(first: 3) { id } } }', {}, counts)).toBe(1 + 5 * (1 + 3))
    expect(costOf('{ shelf { books(first: 3_000) { id } } }'.replace('_', ''), {}, counts)).toBe(1 + 1 + 200)
  })

  it('is at most its declared limit, whatever is counted or requested', () => {
    const counts: ListCounts = new Map([['Shelf.tags', { each: 1_000, total: 1_000 }]])

    expect(costOf('{ shelf { tags } }')).toBe(1 + 1 + 6)
    expect(costOf('{ shelf { tags(first: 50) } }')).toBe(1 + 1 + 6)
    expect(costOf('{ shelf { tags } }', {}, counts)).toBe(1 + 1 + 6)
    expect(costOf('{ shelf { tags } }', {}, new Map([['Shelf.tags', { each: 2, total: 9 }]]))).toBe(1 + 1 + 2)
  })
})

describe('the schema', () => {
  const schema = loadSchema()

  it('declares a size for every list: @listSize, or the page that the list is part of', () => {
    expect(unsizedLists(schema)).toEqual([])
  })

  it('assumes as many points of a history as its window has', () => {
    const windows = schema.getType('HistoryWindow')

    const assumed = isEnumType(windows) ? windows.getValues().map(({ name, astNode }) => [name, sizeIn(astNode)]) : []

    expect(assumed.length).toBeGreaterThan(0)
    expect(assumed).toEqual(assumed.map(([name]) => [name, maxPoints(name as HistoryWindow)]))
  })
})

const sizeIn = (astNode: { directives?: readonly { arguments?: readonly object[] }[] } | null | undefined) => {
  const [size] = astNode?.directives?.[0]?.arguments ?? []
  return Number((size as { value: { value: string } } | undefined)?.value.value)
}

const unsizedLists = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter((type) => !type.name.startsWith('__') && !('pageInfo' in type.getFields()))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => isListField(field))
        .filter(({ astNode }) => !astNode?.directives?.some(({ name }) => name.value === 'listSize'))
        .map(({ name }) => `${type.name}.${name}`),
    )
