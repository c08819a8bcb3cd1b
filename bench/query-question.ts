import { readFileSync } from 'node:fs'
import { Kind, OperationTypeNode, parse, print } from 'graphql'
import type { Asked } from './processes/request.ts'

const file = new URL('../web/src/api/inventory.graphql', import.meta.url)

/** What the Endpoints view of the admin application asks, word for word, without the subscription beside it. */
export function readQuestion(): string {
  const document = parse(readFileSync(file, 'utf8'))
  const definitions = document.definitions.filter(
    (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === OperationTypeNode.QUERY,
  )
  return print({ ...document, definitions })
}

/** The request with which it is asked. */
export const asking = (query: string, headers: Record<string, string>): Asked => ({
  method: 'POST',
  path: '/graphql',
  headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ query, variables: {} }),
})
