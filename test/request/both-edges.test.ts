import { givenGateway, type GivenGateway } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const json = { 'content-type': 'application/json' }
const maxBytes = 100 * 1024

/** A JSON body of so many bytes. */
const bodyOf = (bytes: number) => `{"query":"${'#'.repeat(bytes - '{"query":""}'.length)}"}`

/** How an edge answers a body: the status and code of its problem, or null if the body itself is accepted. */
async function problemFor(path: string, body: RequestInit['body'], headers: Record<string, string>) {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { cookie: gateway.cookie, ...headers },
    body: body ?? null,
    duplex: 'half',
  } as RequestInit)
  const { status, code, errors } = (await response.json()) as { status?: number; code?: string; errors?: unknown }
  return code === undefined || errors !== undefined ? null : { status, code }
}

describe('REST and GraphQL treat the body of a request alike', () => {
  it.each([
    ['accept JSON', '{"query":"{ __typename }"}', json, null],
    ['accept JSON with a charset', '{}', { 'content-type': 'Application/JSON; charset=utf-8' }, null],
    ['accept no body', undefined, {}, null],
    ['accept 100 kB', bodyOf(maxBytes), json, null],
    ['reject more than 100 kB', bodyOf(maxBytes + 1), json, { status: 413, code: 'TOO_LARGE' }],
    ['reject more than 100 kB without a length', 'stream', json, { status: 413, code: 'TOO_LARGE' }],
    ['reject broken JSON', '{"query": [', json, { status: 400, code: 'INVALID_INPUT' }],
    ['reject a text', '{}', { 'content-type': 'text/plain' }, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }],
    [
      'reject a similar type',
      '{}',
      { 'content-type': 'application/jsonp' },
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    [
      'reject another origin',
      '{}',
      { ...json, origin: 'https://elsewhere.example' },
      { status: 403, code: 'FORBIDDEN' },
    ],
    ['reject another site', '{}', { ...json, 'sec-fetch-site': 'cross-site' }, { status: 403, code: 'FORBIDDEN' }],
  ] as const)('they %s', async (_name, text, headers, expected) => {
    const body = () => (text === 'stream' ? new Blob([bodyOf(maxBytes + 1)]).stream() : text)

    const [rest, graphql] = [
      await problemFor('/auth/login', body(), headers),
      await problemFor('/graphql', body(), headers),
    ]

    expect({ rest, graphql }).toEqual({ rest: expected, graphql: expected })
  })
})

const large = '{ inventory { endpoints { edges { node { id method path state stateSince reason critical } } } } }'

const read = (headers: Record<string, string>) => gateway.get('/api/admin/endpoints/', headers)

const query = (text: string, headers: Record<string, string>) =>
  fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { ...json, cookie: gateway.cookie, ...headers },
    body: JSON.stringify({ query: text }),
  })

describe('REST and GraphQL send a response alike', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['identity;q=0.1, gzip', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
  ])('a large one compressed as Accept-Encoding says: %s', async (accepted, expected) => {
    const headers = { 'accept-encoding': accepted }

    const [rest, graphql] = [await read(headers), await query(large, headers)]

    for (const response of [rest, graphql]) {
      expect(response.headers.get('content-encoding')).toBe(expected)
      expect((await response.text()).length).toBeGreaterThan(1_024)
    }
    if (expected) expect(graphql.headers.get('vary')?.toLowerCase()).toBe(rest.headers.get('vary')?.toLowerCase())
  })

  it('a small one uncompressed', async () => {
    const headers = { 'accept-encoding': 'gzip' }

    const [rest, graphql] = [
      await gateway.get('/api/admin/auth/session/', headers),
      await query('{ __typename }', headers),
    ]

    for (const response of [rest, graphql]) expect(response.headers.get('content-encoding')).toBeNull()
  })

  it('with the headers that protect JSON: not cached, not interpreted as another type, not framed', async () => {
    const [rest, graphql] = [await read({}), await query(large, {})]

    for (const name of ['cache-control', 'x-content-type-options'])
      expect(graphql.headers.get(name)).toBe(rest.headers.get(name))
    for (const response of [rest, graphql])
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(graphql.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
