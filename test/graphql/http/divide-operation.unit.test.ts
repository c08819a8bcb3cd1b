import { print } from 'graphql'
import { createDocumentCache, isErrors } from '../../../src/graphql/document-cache.ts'
import { divideOperation } from '../../../src/graphql/http/divide-operation.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'

/** The root fields of both parts of a query, as text without line breaks; null if it is not divided. */
function divide(text: string) {
  const operation = createDocumentCache(loadSchema()).readOperation(text)
  if (isErrors(operation)) throw new Error(operation.map(({ message }) => message).join(' '))
  const divided = divideOperation(loadSchema(), operation)
  const inOneLine = (part: Parameters<typeof print>[0]) => print(part).replace(/\s+/g, ' ')
  return (
    divided && {
      names: divided.names,
      constant: inOneLine(divided.constant.document),
      variable: inOneLine(divided.variable.document),
    }
  )
}

describe('a query is divided into the root fields without and with variables', () => {
  it('in the order of the response, with the fragments and variables that each part needs', () => {
    const text = `
      query Q($id: ID!, $state: State) {
        one: endpoint(id: $id) { ...State }
        inventory { revision criticalEndpoints { ...State } }
        endpoints(filter: { state: $state }) { totalCount }
        areas { ...Area }
      }
      fragment State on Endpoint { state }
      fragment Area on Area { id }`

    expect(divide(text)).toEqual({
      names: ['one', 'inventory', 'endpoints', 'areas'],
      constant:
        'query Q { inventory { revision criticalEndpoints { ...State } } areas { ...Area } } ' +
        'fragment State on Endpoint { state } fragment Area on Area { id }',
      variable:
        'query Q($id: ID!, $state: State) { one: endpoint(id: $id) { ...State } ' +
        'endpoints(filter: {state: $state}) { totalCount } } fragment State on Endpoint { state }',
    })
  })

  it.each([
    ['in a fragment', '($n: Int)', '...F', 'fragment F on Inventory { endpoints(first: $n) { totalCount } }'],
    ['deep below it', '($s: State!)', 'areas { id } endpoints(filter: { states: [$s] }) { totalCount }', ''],
    ['in a directive below it', '($with: Boolean!)', 'revision areas @include(if: $with) { id }', ''],
  ])('where a variable %s makes a field variable', (_case, variables, fields, fragment) => {
    const text = `query ${variables} { areas { id } inventory { ${fields} } area(id: "x") { id } } ${fragment}`

    expect(divide(text)?.constant).toBe('{ areas { id } area(id: "x") { id } }')
  })
})

it.each([
  ['without variables', '{ areas { id } inventory { revision } }'],
  ['of which each field has a variable', 'query ($id: ID!) { endpoint(id: $id) { id } }'],
  [
    'with a fragment at its root',
    'query ($id: ID!) { ...A endpoint(id: $id) { id } } fragment A on Query { areas { id } }',
  ],
  ['with a directive at its root', 'query ($id: ID!) { areas @include(if: true) { id } endpoint(id: $id) { id } }'],
  ['that selects a field twice', 'query ($id: ID!) { areas { id } areas { name } endpoint(id: $id) { id } }'],
  ['whose other fields do not depend on the inventory', 'query ($id: ID!) { __typename endpoint(id: $id) { id } }'],
  ['whose other fields are on the panel', 'query ($id: ID!) { notifications { badge } endpoint(id: $id) { id } }'],
  ['whose other fields are never cached', 'query ($id: ID!) { libraries { totalCount } endpoint(id: $id) { id } }'],
])('a query %s is not divided', (_case, text) => {
  expect(divide(text)).toBeNull()
})
