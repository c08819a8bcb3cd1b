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
    return { document, definition: getOperationAST(document)!, fields: new Set<string>() }
  }
  return { calls, run, operationOf, context: {} as Context }
}

describe('a query', () => {
  it('is interpreted for its first two executions and compiled from the third on, with the same bytes', async () => {
    const { calls, run, operationOf, context } = givenExecutor()
    const operation = operationOf('query Q($of: Int!) { b: twice(of: $of) a: twice(of: 4) }')

    const texts: (string | null)[] = []
    for (let execution = 0; execution < 5; execution++) texts.push(await run(operation, { of: 3 }, context))

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

    for (const name of ['A', 'B', 'C', 'D']) await run(operationOf(`query ${name} { twice(of: 1) }`), null, context)

    expect(calls).toEqual(Array(4).fill('interpreted'))
  })

  it('yields null for errors or invalid variables, interpreted or compiled, so that Apollo executes it', async () => {
    const { run, operationOf, context } = givenExecutor()
    const [failing, wrong] = [operationOf('{ fail }'), operationOf('query ($of: Int!) { twice(of: $of) }')]

    for (let execution = 0; execution < 4; execution++) {
      expect(await run(failing, null, context)).toBeNull()
      expect(await run(wrong, { of: 'three' }, context)).toBeNull()
    }
  })
})
