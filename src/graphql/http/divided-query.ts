import type { GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { cacheScopeKey, isPerUser } from './cache-scope.ts'
import { compileOperation, type ExecuteOperation, type Variables } from './compile-operation.ts'
import { divideOperation } from './divide-operation.ts'
import { createFieldTextCache, type FieldTexts } from './field-text-cache.ts'

/** Executes a query and returns the bytes of its response; null if there are errors. */
export type ExecuteDivided = (variables: Variables, context: Context) => Promise<Buffer | null>

/**
 * Compiles queries of which some root fields use no variable: these are executed once for each state of the inventory,
 * and their text is sent with all values of the variables of the other fields. Returns null for any other query.
 */
export function createDividedQueries(schema: GraphQLSchema): (operation: ParsedOperation) => ExecuteDivided | null {
  const cache = createFieldTextCache()
  let count = 0

  /** Executes the constant part of a query, unless it is cached for the viewer and the inventory of the context. */
  function cachedTexts(constant: ParsedOperation, execute: ExecuteOperation) {
    const id = (count += 1)
    const perUser = isPerUser(constant)
    return async (context: Context): Promise<FieldTexts | null> => {
      const { viewer, inventory } = context
      const key = viewer && `${id} ${cacheScopeKey(perUser, viewer)}`
      const cached = key && cache.find(key, inventory)
      if (cached) return cached
      const data = await execute({}, context)
      const texts = data && new Map(Object.entries(data).map(([name, value]) => [name, encode(value)]))
      if (key && texts) cache.put(key, inventory, texts)
      return texts
    }
  }

  return (operation) => {
    const divided = divideOperation(schema, operation)
    if (!divided) return null
    const constant = compileOperation(schema, divided.constant)
    const variable = compileOperation(schema, divided.variable)
    if (!constant || !variable) return null
    const readTexts = cachedTexts(divided.constant, constant)
    const fields = divided.names.map((name, index) => ({ name, start: startOf(name, index) }))
    return async (variables, context) => {
      const [texts, data] = [await readTexts(context), await variable(variables, context)]
      if (!texts || !data) return null
      const bytes = fields.flatMap(({ name, start }) => [start, texts.get(name) ?? encode(data[name])])
      return Buffer.concat([...bytes, end])
    }
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value))

/** The text before the value of a root field. */
const startOf = (name: string, index: number) => Buffer.from(`${index === 0 ? '{"data":{' : ','}"${name}":`)

const end = Buffer.from('}}\n')
