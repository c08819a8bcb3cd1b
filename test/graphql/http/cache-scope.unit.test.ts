import { readdirSync, readFileSync } from 'node:fs'
import {
  getNamedType,
  isCompositeType,
  isLeafType,
  isRequiredArgument,
  isUnionType,
  parse,
  print,
  separateOperations,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql'
import { createDocumentCache, isErrors } from '../../../src/graphql/document-cache.ts'
import { cacheTopics } from '../../../src/graphql/http/cache-scope.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'

const documents = createDocumentCache(loadSchema())

function topicsOf(text: string) {
  const operation = documents.readOperation(text)
  if (isErrors(operation)) throw new Error(operation[0]?.message)
  return cacheTopics(operation)
}

const incidents = (fields: string) => `{ notifications { categories { incidents { ${fields} } } } }`

it.each([
  ['the panel', '{ notifications { badge } }', ['panel']],
  ['the panel with names of subjects', incidents('reason subject { id kind name }'), ['panel']],
  ['the panel with states of subjects', incidents('subject { state }'), ['panel', 'inventory']],
  ['the panel with paths of endpoints', incidents('subject { ... on Endpoint { path } }'), ['panel', 'inventory']],
  ['the inventory', '{ inventory { endpoints { edges { node { latencyMs } } } } }', ['inventory']],
])('a response with %s is cached until one of its topics changes', (_, query, topics) => {
  expect(topicsOf(query)).toEqual(topics)
})

it.each([
  ['addresses of libraries', incidents('subject { ... on Library { city } }')],
  ['the history', '{ endpoint(id: "x") { history { at } } }'],
  ['customers', '{ customers { totalCount } }'],
  ['customers beside the panel', '{ notifications { badge } customers { totalCount } }'],
])('a response with %s is never cached', (_, query) => {
  expect(topicsOf(query)).toBeNull()
})

const leading = (type: string) =>
  Object.values((loadSchema().getType(type) as GraphQLObjectType).getFields()).filter(
    (field) => isCompositeType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
  )

it.each([
  ['Incident', (field: string) => `{ incident(id: "x") { ${field} } }`],
  ['TimelineEntry', (field: string) => `{ incident(id: "x") { timeline { ${field} } } }`],
  ['Endpoint', (field: string) => `{ endpoint(id: "x") { ${field} } }`],
])('that there is an object below %s is cached only if its fields are', (type, query) => {
  const isCached = (below: string, { name }: GraphQLField<unknown, unknown>) =>
    topicsOf(query(`${name} { ${below} }`)) !== null
  const fieldsOf = ({ type }: GraphQLField<unknown, unknown>) => {
    const named = getNamedType(type)
    return isUnionType(named) ? [] : Object.values((named as GraphQLObjectType).getFields())
  }

  const wrong = leading(type).filter(
    (field) =>
      isCached('__typename', field) &&
      !fieldsOf(field).some((below) => isLeafType(getNamedType(below.type)) && isCached(below.name, field)),
  )

  expect(leading(type).length).toBeGreaterThan(0)
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('the responses that the application polls are cached, whatever fields it adds', () => {
  const folder = new URL('../../../web/src/api/', import.meta.url)
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const operations = Object.entries(separateOperations(parse(texts.join('\n'))))

  const cached = operations.filter(([, document]) => topicsOf(print(document)) !== null).map(([name]) => name)

  expect(cached.sort()).toEqual([
    'Endpoint',
    'EndpointRows',
    'Inventory',
    'LastDay',
    'Notifications',
    'PendingRetirements',
    'SuppressedSubjects',
  ])
})
