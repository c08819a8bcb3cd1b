import { buildSchema, getOperationAST, isObjectType, parse } from 'graphql'
import type { Context } from '../../../src/graphql/context.ts'
import { createJitExecutor } from '../../../src/graphql/http/jit-executor.ts'

/** A schema whose resolver notes whether the interpreter of graphql-js called it. */
function givenExecutor() {
  const schema = buildSchema('type Query { twice(of: Int!): Int! fail: Int! }')
  const calls: ('interpreted' | 'compiled')[] = []
  const query = schema.getQueryType()
  if (!isObjectType(query)) throw new Error('The schema has no queries.')
  const { twice, fail } = query.getFields()
  twice!.resolve = (_root, { of }: { of: number }) => {
    calls.push(/graphql\/execution\/execute/.test(new Error().stack ?? '') ? 'interpreted' : 'compiled')
    return 2 * of
  }
  fail!.resolve = () => {
    throw new Error('No.')
  }
  const run = createJitExecutor(schema)
  const operationOf = (text: string) => {
    const document = parse(text)
    return { document, definition: getOperationAST(document)!, rootFields: [], fields: new Set<string>() }
  }
  return { calls, run, operationOf, context: {} as Context }
}

describe('a query', () => {
  it('is interpreted for its first two executions and compiled from the third on, with the same bytes', async () => {
    const { calls, run, operationOf, context } = givenExecutor()
    const operation = operationOf('query Q($of: Int!) { b: twice(of: $of) a: twice(of: 4) }')

    const texts: string[] = []
    for (let execution = 0; execution < 5; execution++)
      texts.push(String(await run(operation, { of: 3 }, context, true)))

    expect(new Set(texts)).toEqual(new Set(['{"data":{"b":6,"a":8}}\n']))
    expect(calls.filter((_, call) => call % 2 === 0)).toEqual([
      'interpreted',
      'interpreted',
      'compiled',
      'compiled',
      'compiled',
    ])
  })

  it('is counted separately from every other query', async () => {
    const { calls, run, operationOf, context } = givenExecutor()

    for (const name of ['A', 'B', 'C', 'D'])
      await run(operationOf(`query ${name} { twice(of: 1) }`), null, context, true)

    expect(calls).toEqual(Array(4).fill('interpreted'))
  })

  it('yields null for errors or invalid variables, interpreted or compiled, so that Apollo executes it', async () => {
    const { run, operationOf, context } = givenExecutor()
    const [failing, wrong] = [operationOf('{ fail }'), operationOf('query ($of: Int!) { twice(of: $of) }')]

    for (let execution = 0; execution < 4; execution++) {
      expect(await run(failing, null, context, true)).toBeNull()
      expect(await run(wrong, { of: 'three' }, context, true)).toBeNull()
    }
  })
})

/** An executor of a schema with an area that is another one at each execution, and with endpoints by their id. */
function givenAreas() {
  const schema = buildSchema(`
    type Query { areas: [Area!]! endpoint(id: ID!): Endpoint }
    type Area { id: ID! } type Endpoint { id: ID! }`)
  let executions = 0
  const { areas, endpoint } = schema.getQueryType()!.getFields()
  areas!.resolve = () => [{ id: `area ${(executions += 1)}` }]
  endpoint!.resolve = (_root, { id }: { id: string }) => ({ id })
  const run = createJitExecutor(schema)
  const document = parse(
    'query ($id: ID!) { before: endpoint(id: $id) { id } areas { id } after: endpoint(id: $id) { id } }',
  )
  const fields = new Set(['Query.areas', 'Query.endpoint', 'Area.id', 'Endpoint.id'])
  const rootFields = ['endpoint', 'areas']
  const operation = { document, definition: getOperationAST(document)!, rootFields, fields }
  const contextOf = (role: string, inventory: object) =>
    ({ viewer: { operator: { id: role, role } }, inventory }) as unknown as Context
  let requests = 0
  return {
    /** Executes it with another id each time; returns the text with that id as `*`. */
    execute: async (context: Context, acceptsCached = true) => {
      const id = `id ${(requests += 1)}`
      return String(await run(operation, { id }, context, acceptsCached)).replaceAll(id, '*')
    },
    contextOf,
  }
}

const withArea = (number: number) =>
  `{"data":{"before":{"id":"*"},"areas":[{"id":"area ${number}"}],"after":{"id":"*"}}}\n`

describe('a compiled query with other values of its variables each time', () => {
  async function givenCompiled() {
    const given = givenAreas()
    const inventory = {}
    for (let execution = 1; execution <= 2; execution++) await given.execute(given.contextOf('admin', inventory))
    return { ...given, inventory }
  }

  it('executes the fields without variables once for each state of the inventory', async () => {
    const { execute, contextOf, inventory } = await givenCompiled()

    expect(await execute(contextOf('admin', inventory))).toBe(withArea(3))
    expect(await execute(contextOf('admin', inventory))).toBe(withArea(3))
    expect(await execute(contextOf('admin', {}))).toBe(withArea(4))
  })

  it('executes them for each role', async () => {
    const { execute, contextOf, inventory } = await givenCompiled()

    expect(await execute(contextOf('admin', inventory))).toBe(withArea(3))
    expect(await execute(contextOf('lector', inventory))).toBe(withArea(4))
    expect(await execute(contextOf('admin', inventory))).toBe(withArea(3))
  })

  it('executes them anew for each role after a change', async () => {
    const { execute, contextOf, inventory } = await givenCompiled()
    const changed = {}

    expect(await execute(contextOf('admin', inventory))).toBe(withArea(3))
    expect(await execute(contextOf('lector', changed))).toBe(withArea(4))
    expect(await execute(contextOf('admin', changed))).toBe(withArea(5))
  })

  it('executes them again for a request that accepts nothing cached', async () => {
    const { execute, contextOf, inventory } = await givenCompiled()

    expect(await execute(contextOf('admin', inventory))).toBe(withArea(3))
    expect(await execute(contextOf('admin', inventory), false)).toBe(withArea(4))
  })
})
