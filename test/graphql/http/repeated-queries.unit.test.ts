import { createDocumentCache, isErrors } from '../../../src/graphql/document-cache.ts'
import { createResponseCache } from '../../../src/graphql/http/response-cache.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { createChangeBus } from '../../../src/lib/change-bus.ts'

const query = 'query ($id: ID!) { endpoint(id: $id) { id } }'

function givenCache() {
  const operation = createDocumentCache(loadSchema()).readOperation(query)
  if (isErrors(operation)) throw new Error('The query is invalid.')
  const cache = createResponseCache(createChangeBus())
  return {
    /** Asks for an endpoint, and says whether its response can be cached afterwards. */
    request: (id: string) => {
      const key = JSON.stringify({ query, variables: { id } })
      cache.addEntry({ key, request: { query, variables: { id } }, operation, topics: ['inventory'] })
      return cache.findEntry(key) !== undefined
    },
  }
}

describe('a query', () => {
  it('is cached from its second request on', () => {
    const { request } = givenCache()

    expect([request('a'), request('a'), request('a')]).toEqual([false, true, true])
  })

  it('is not cached with other variables each time', () => {
    const { request } = givenCache()
    const ids = Array.from({ length: 100 }, (_, index) => String(index))

    expect(ids.map(request)).not.toContain(true)
    expect(ids.map(request)).not.toContain(false)
  })

  it('counts as new after 2 MiB of other queries', () => {
    const { request } = givenCache()
    request('a')
    for (let index = 0; index < 25; index++) request(`${index}${'x'.repeat(100_000)}`)

    expect(request('a')).toBe(false)
  })
})
