import { readFileSync } from 'node:fs'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'

const documents = JSON.parse(
  readFileSync(new URL('../../../dist/web/trusted-documents.json', import.meta.url), 'utf8'),
) as Record<string, string>

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

type Headers = Record<string, string>
type Answer = { status: number; text: string; etag: string | null }

const asking = { 'graphql-cost': '1' }

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  text: await response.text(),
  etag: response.headers.get('etag'),
})

const ask = async (body: Json, headers: Headers = {}) => answerOf(await gateway.post('/graphql', body, headers))

const costIn = ({ text }: Answer) => (JSON.parse(text) as Json)['extensions']?.cost as unknown

/** The same response without the cost, byte for byte. */
const withoutCost = ({ text }: Answer) => text.replace(/,"extensions":\{"cost":\{[^}]*\}\}\}\n$/, '}\n')

const view = '{ areas { id endpoints(first: 2) { id } } }'
const withVariable =
  'query ($text: String!) { areas { id } endpoints(first: 1, filter: { search: $text }) { totalCount } }'

describe('an operation with the header GraphQL-Cost: 1', () => {
  const apollo = { accept: 'application/json;q=0.9' }
  const noCache = { 'cache-control': 'no-cache' }
  it.each<[string, Json, Headers, unknown]>([
    ['is executed and cached', { query: view }, {}, { requested: 24, limit: 100_000 }],
    ['is executed and not cached', { query: `${view} ` }, noCache, { requested: 24, limit: 100_000 }],
    ['has a variable', { query: withVariable, variables: { text: 'audit' } }, {}, { requested: 11, limit: 100_000 }],
    ['is executed by Apollo', { query: view }, apollo, { requested: 24, limit: 100_000 }],
    ['is no cacheable query', { query: '{ session { role } }' }, {}, { requested: 2, limit: 100_000 }],
    ['is a mutation', { query: 'mutation { markNotificationsSeen { badge } }' }, {}, { requested: 2, limit: 100_000 }],
    ['has errors', { query: '{ endpoints(first: 0) { totalCount } }' }, {}, { requested: 2, limit: 100_000 }],
  ])('that %s tells its cost each time, after what it tells without', async (_, body, headers, cost) => {
    for (let time = 0; time < 6; time++) {
      const plain = await ask(body, headers)
      const told = await ask(body, { ...headers, ...asking })

      expect(costIn(told)).toEqual(cost)
      expect(costIn(plain)).toBeUndefined()
      expect({ ...told, text: withoutCost(told), etag: null }).toEqual({ ...plain, etag: null })
    }
  })

  it('that is sent by GET tells its cost', async () => {
    const answer = await gateway.get(`/graphql?query=${encodeURIComponent(view)}`, {
      ...asking,
      'apollo-require-preflight': 'true',
    })

    expect(costIn(await answerOf(answer))).toEqual({ requested: 24, limit: 100_000 })
  })

  it('that is refused as too complex tells how much more than the limit it asks for', async () => {
    const query = '{ endpoints(first: 200) { edges { node { transitions(first: 200) { from to reason } } } } }'

    const { status, text } = await ask({ query }, asking)

    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({
      errors: [{ extensions: { code: 'TOO_COMPLEX' } }],
      extensions: { cost: { requested: 120_601, limit: 100_000 } },
    })
  })

  it('that is a document of the application has no limit', async () => {
    const [documentId] = Object.entries(documents).find(([, text]) => text.startsWith('query Kinds'))!

    expect(costIn(await ask({ documentId }, asking))).toEqual({ requested: expect.any(Number), limit: null })
  })

  it('costs the same however deep a list is that is sent in place of a page size', async () => {
    const query = 'query ($first: Int) { endpoints(first: $first) { totalCount } }'
    // Written by hand: `JSON.stringify` cannot write what is nested so deeply.
    const first = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const { url, cookie } = gateway
    const headers = { 'content-type': 'application/json', cookie, ...asking }
    const body = `{"query":${JSON.stringify(query)},"variables":{"first":${first}}}`

    const answer = await answerOf(await fetch(`${url}/graphql`, { method: 'POST', headers, body }))

    expect(answer.status).toBe(400)
    expect(costIn(answer)).toEqual({ requested: 51, limit: 100_000 })
  })
})

describe('the cost of an operation', () => {
  it.each<[string, Json, Headers]>([
    ['is not valid', { query: '{ nothing }' }, {}],
    ['needs a session', { query: view }, { cookie: '' }],
    ['has an unknown document id', { documentId: 'none' }, {}],
  ])('that %s is not told', async (_, body, headers) => {
    const plain = await ask(body, headers)

    expect(await ask(body, { ...headers, ...asking })).toEqual(plain)
  })

  it('that the role does not allow is not told', async () => {
    const { cookie } = await givenSignedIn(gateway)
    const answer = await ask({ query: '{ operators { id } }' }, { cookie, ...asking })

    expect(answer.status).toBe(403)
    expect(costIn(answer)).toBeUndefined()
  })

  it('is not told for another value of the header', async () => {
    expect(costIn(await ask({ query: view }, { 'graphql-cost': '0' }))).toBeUndefined()
  })

  it('is not in the responses of others that are produced at the same time', async () => {
    const body = { query: '{ incidents(first: 3) { totalCount } }' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, place) => ask(body, place % 2 === 0 ? asking : {})),
    )

    expect(answers.map(costIn)).toEqual(
      answers.map((_, place) => (place % 2 === 0 ? { requested: 4, limit: 100_000 } : undefined)),
    )
  })

  it('is not left out because the client has the response without it', async () => {
    const plain = await ask({ query: view })
    const told = await ask({ query: view }, { ...asking, 'if-none-match': plain.etag ?? '' })
    const again = await ask({ query: view }, { ...asking, 'if-none-match': told.etag ?? '' })

    expect(costIn(told)).toBeDefined()
    expect(again.status).toBe(304)
  })
})
