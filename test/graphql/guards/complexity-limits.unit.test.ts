import { buildASTSchema, getOperationAST, parse } from 'graphql'
import { checkVariableDepth, createLimits } from '../../../src/graphql/guards/complexity-limits.ts'
import type { ReadListCounts } from '../../../src/graphql/guards/list-counts.ts'
import type { ListCounts } from '../../../src/graphql/guards/list-sizes.ts'

const shop = buildASTSchema(
  parse(
    'type Query { shelves(after: In): [Shelf!]! name: String } type Shelf { id: ID books: [ID!]! } input In { at: In }',
  ),
)

const library = buildASTSchema(
  parse(`
    directive @listSize(assumedSize: Int) on FIELD_DEFINITION
    type Query { shelf: Shelf words: [ID!]! @listSize(assumedSize: 4000) }
    type Shelf { books(first: Int): [Book!]! }
    type Book { authors: [Author!]! @listSize(assumedSize: 60) loans(first: Int): Loans! }
    type Loans { pageInfo: ID edges: [Loan!]! }
    type Loan { cursor: ID of: Author }
    type Author { id: ID }
  `),
)

const operationOf = (text: string, variables: Record<string, unknown> | null = null) => {
  const document = parse(text)
  return { document, definition: getOperationAST(document)!, variables }
}

/** Limits of an inventory with as many shelves as given, and the lists of which the sizes were read. */
const limitsWith = (shelves: number) => {
  const reads: ReadonlySet<string>[] = []
  const counts: ListCounts = new Map([['Query.shelves', { each: shelves, total: shelves }]])
  const readCounts: ReadListCounts = (lists) => {
    reads.push(lists)
    return Promise.resolve(counts)
  }
  return { reads, limits: createLimits(shop, readCounts) }
}

describe('the complexity limits', () => {
  it('allow as many values as the limit says, by the actual sizes of the lists, and not one more', async () => {
    const operation = operationOf('{ shelves { id } }')

    expect(await limitsWith(99_999).limits.checkComplexity(operation)).toBeNull()
    expect(await limitsWith(100_000).limits.checkComplexity(operation)).toMatchObject({
      message:
        'This asks for up to 100001 values, fragments and pages counted; 100000 is the limit. ' +
        'Ask for less, or in several operations.',
      extensions: { code: 'TOO_COMPLEX', http: { status: 400 } },
    })
  })

  it('name the list or page with an argument `first` that costs most', async () => {
    const limits = createLimits(library, () => Promise.resolve(new Map([['Shelf.books', { each: 900, total: 9_000 }]])))
    const hint = async (text: string) => (await limits.checkComplexity(operationOf(text)))?.message.split('. ').slice(2)

    expect(await hint('{ shelf { books { authors { id a: id } } } }')).toEqual([
      'Most are in Shelf.books, which takes `first`.',
    ])
    expect(
      await hint('{ shelf { books(first: 10) { loans(first: 200) { edges { of { id a: id b: id c: id } } } } } }'),
    ).toBeUndefined()
    expect(
      await hint('{ shelf { books(first: 100) { loans(first: 200) { edges { of { id a: id b: id c: id } } } } } }'),
    ).toEqual(['Most are in Book.loans, which takes `first`.'])
    expect(await hint(`{ ${Array.from({ length: 30 }, (_, at) => `a${at}: words`).join(' ')} }`)).toEqual([])
  })

  it('read the sizes of the selected lists, and none for an operation without lists', async () => {
    const { reads, limits } = limitsWith(1)

    await limits.checkComplexity(operationOf('{ name }'))
    expect(reads).toEqual([])

    await limits.checkComplexity(operationOf('{ shelves { id } }'))
    expect(reads).toEqual([new Set(['Query.shelves'])])
  })

  it('measure an operation once, though they read the sizes of its lists at each request', async () => {
    const { reads, limits } = limitsWith(1)
    const operation = operationOf('{ shelves { id } }')

    await limits.checkComplexity({ ...operation })
    await limits.checkComplexity({ ...operation })

    expect(reads).toHaveLength(2)
    expect(reads[0]).toBe(reads[1])
  })

  it('count nothing for a document that is too large by itself', async () => {
    const { reads, limits } = limitsWith(1)
    const aliases = Array.from({ length: 31 }, (_, index) => `a${index}: shelves { id }`).join(' ')

    expect((await limits.checkComplexity(operationOf(`{ ${aliases} }`)))?.message).toContain('31 aliases')
    expect(reads).toEqual([])
  })

  it('tell the cost of an operation that was compared with the limit, though lists have changed since', async () => {
    let size = 1
    const limits = createLimits(shop, () => Promise.resolve(new Map([['Query.shelves', { each: size, total: size }]])))
    const operation = operationOf('{ shelves { id } }')

    await limits.checkComplexity(operation)
    size = 600
    const told = await limits.readCost(operation)
    const next = await limits.readCost({ ...operation })

    expect([told.requested, next.requested]).toEqual([2, 601])
  })

  it('assume the sizes of lists where nothing counts them', async () => {
    expect(await createLimits(shop).checkComplexity(operationOf('{ shelves { id books } }'))).toBeNull()
  })

  it('tell whether an operation requests the schema', () => {
    const { limits } = limitsWith(1)

    expect(limits.introspects(operationOf('{ name __schema { types { name } } }'))).toBe(true)
    expect(limits.introspects(operationOf('{ name __typename }'))).toBe(false)
  })

  it('check an operation that declares no variables, whether or not its syntax tree has a list of them', async () => {
    const { document, definition } = operationOf('{ name }')
    const bare = { ...definition, variableDefinitions: undefined }
    const input = { document, definition: bare, variables: { unused: 1 } }

    expect(await createLimits(shop).checkComplexity(input)).toBeNull()
  })
})

describe('the limit on the depth of variables', () => {
  const listsOf = (levels: number, leaf: unknown): unknown => (levels === 0 ? leaf : [listsOf(levels - 1, leaf)])
  const objectsOf = (levels: number, leaf: unknown): unknown =>
    levels === 0 ? leaf : { at: objectsOf(levels - 1, leaf) }

  it.each([undefined, null, {}, { first: 50, text: 'x'.repeat(100), none: null, flags: [true, false] }])(
    'allows ordinary variables: %j',
    (variables) => expect(checkVariableDepth(variables)).toBeNull(),
  )

  it('allows 32 levels, in which the variables themselves count as one', () => {
    for (const leaf of ['text', 1, null]) {
      expect(checkVariableDepth({ at: objectsOf(31, leaf) })).toBeNull()
      expect(checkVariableDepth({ at: listsOf(31, leaf) })).toBeNull()
    }
  })

  it('refuses more than 32 levels of objects or of lists, even beside shallow variables', () => {
    const refusal = {
      message: 'The variables have more than 32 levels of objects and lists, which is the limit.',
      extensions: { code: 'TOO_COMPLEX', http: { status: 400 } },
    }

    expect(checkVariableDepth({ at: objectsOf(32, 'text') })).toMatchObject(refusal)
    expect(checkVariableDepth({ at: listsOf(32, 'text') })).toMatchObject(refusal)
    expect(checkVariableDepth({ first: 1, at: objectsOf(16, listsOf(16, null)), last: {} })).toMatchObject(refusal)
  })
})
