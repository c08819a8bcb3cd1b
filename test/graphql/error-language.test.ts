import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { openSocket } from '../support/graphql/socket.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** What a caller of this language gets from GraphQL over HTTP. */
async function ask(language: string, query: string, variables: Json = {}): Promise<Json> {
  const response = await gateway.post('/graphql', { query, variables }, { 'accept-language': language })
  const { errors } = (await response.json()) as { errors: [Json] }
  return errors[0]
}

const addOperator = 'mutation ($operator: NewOperator!) { addOperator(operator: $operator) { operator { id } } }'
const wrongName = { operator: { email: 'eva@example.org', name: ' ', role: 'lector' } }
const nameInvalid = { code: 'NAME_INVALID', parameters: { max: 100 } }

it.each([
  ['es-ES', 'Un nombre tiene entre 1 y 100 caracteres, ninguno de control.'],
  ['en', 'A name has 1 to 100 characters, and no control characters.'],
  ['fr', 'A name has 1 to 100 characters, and no control characters.'],
])('a refused mutation is answered in the language of a caller who asks for %s', async (language, message) => {
  expect(await ask(language, addOperator, wrongName)).toMatchObject({
    message,
    extensions: { code: 'INVALID_INPUT', field: 'name', sentence: nameInvalid },
  })
})

it('what the guard rejects is said in Spanish too, with its parts', async () => {
  const aliases = Array.from({ length: 31 }, (_, index) => `a${index}: areas { id }`).join(' ')

  expect(await ask('es', `{ ${aliases} }`)).toMatchObject({
    message: expect.stringMatching(/^Se piden hasta 31 alias, contando fragmentos y páginas; el máximo es 30\./),
    extensions: { code: 'TOO_COMPLEX', sentence: { code: 'ALIASES_TOO_MANY', parameters: { max: 30, count: 31 } } },
  })
  expect(await ask('es', 'subscription { incidents { revision } }')).toMatchObject({
    message: 'Las suscripciones van por WebSocket (graphql-transport-ws en /graphql), no por HTTP.',
    extensions: { code: 'BAD_REQUEST', sentence: { code: 'SUBSCRIPTION_OVER_HTTP', parameters: {} } },
  })
  expect((await ask('es', '{ nothing }')).message).toMatch(/^Cannot query field "nothing"/)
})

it('a refused subscription is answered in the language of its socket', async () => {
  const refusals = await Promise.all(
    ['es', 'en', 'de'].map(async (language) => {
      const socket = openSocket(gateway.url, { cookie: gateway.cookie }, { language })
      const refusal = await socket.refusal('subscription { incidents(first: 500) { revision } }')
      await socket.dispose()
      return (refusal as [Json])[0].message as string
    }),
  )

  expect(refusals).toEqual([
    'El límite es 200 como mucho, y se pidieron 500. Para más, sigue el cursor.',
    'The limit is 200 at most; 500 were asked for. Follow the cursor for more.',
    'The limit is 200 at most; 500 were asked for. Follow the cursor for more.',
  ])
})

it('equal queries at the same time that fail are answered to each caller in their own language', async () => {
  const query = '{ incidents(first: 500) { totalCount } }'
  const languages = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? 'es' : 'en'))

  for (let round = 0; round < 4; round++) {
    const errors = await Promise.all(languages.map((language) => ask(language, query)))

    expect(errors.map(({ message }) => (message as string).split(' ')[0])).toEqual(
      languages.map((language) => (language === 'es' ? 'El' : 'The')),
    )
  }
})

it.each<[string, object, string | null]>([
  ['a refused mutation', { query: addOperator, variables: wrongName }, 'accept-language'],
  ['an operation that is too complex', { query: `{ ${'areas { id } '.repeat(2)} a: nothing }` }, 'accept-language'],
  ['a subscription', { query: 'subscription { incidents { revision } }' }, 'accept-language'],
  ['a list that is too long', { query: '{ incidents(first: 500) { totalCount } }' }, 'accept-language'],
  ['an unknown document', { documentId: 'sha256:none' }, 'accept-language'],
  ['a query that succeeds', { query: '{ areas { id } }' }, null],
])('the answer to %s says whether it depends on the language', async (_what, body, vary) => {
  const response = await gateway.post('/graphql', body, { 'accept-language': 'es', 'accept-encoding': 'identity' })

  expect(response.headers.get('vary')).toBe(vary)
})

it('a compressed answer with errors depends on the language and on the encoding', async () => {
  const fields = Array.from({ length: 90 }, (_, index) => `nothing${index}`)
  const response = await gateway.post('/graphql', { query: `{ ${fields.join(' ')} }` }, { 'accept-encoding': 'gzip' })

  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
    'gzip',
    'accept-language, accept-encoding',
  ])
})

describe('REST', () => {
  const put = async (language: string, body: unknown) => {
    const response = await gateway.post('/api/admin/destinations/', body, { 'accept-language': language })
    return { vary: response.headers.get('vary'), problem: (await response.json()) as Json }
  }

  it('answers a domain error in the language of the caller', async () => {
    const target = { webhook: { url: 'https://10.0.0.1/' } }
    const { vary, problem } = await put('es', { name: 'Guardia', target })

    expect(vary).toContain('accept-language')
    expect(problem).toMatchObject({
      detail: '10.0.0.1 es una dirección privada. Para enviarle mensajes, OUTBOUND_ALLOW tiene que incluirla.',
      sentence: { code: 'URL_PRIVATE', parameters: { host: '10.0.0.1' } },
      field: 'url',
    })
  })

  it('says what is wrong with each field, by its code and values', async () => {
    const body = { name: 'x'.repeat(101), target: {}, waitSeconds: 1.5, filter: { kinds: 7 }, more: 1 }
    const { problem } = await put('es', body)

    expect(problem.errors).toEqual([
      {
        field: 'name',
        message: 'debe tener 100 caracteres como mucho',
        sentence: { code: 'FIELD_TOO_LONG', parameters: { max: 100 } },
      },
      expect.objectContaining({ field: 'target', message: 'debe tener un solo campo' }),
      expect.objectContaining({ field: 'filter.kinds', message: 'debe ser una lista' }),
      expect.objectContaining({ field: 'waitSeconds', message: 'debe ser un número entero' }),
      expect.objectContaining({ field: '', message: 'no puede tener more' }),
    ])
    expect(problem.detail).toBe(
      (problem.errors as Json[]).map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; '),
    )
    expect((await put('en', body)).problem.errors[0]).toMatchObject({
      field: 'name',
      message: 'must have at most 100 characters',
    })
  })

  it('answers what no route takes, and a body that cannot be read, in the language of the caller', async () => {
    const headers = { 'accept-language': 'es' }
    const missing = (await (await gateway.get('/api/admin/nothing/', headers)).json()) as Json
    const unreadable = await fetch(`${gateway.url}/api/admin/destinations/`, {
      method: 'POST',
      headers: { ...headers, cookie: gateway.cookie, 'content-type': 'application/json' },
      body: '{',
    })

    expect(missing).toMatchObject({ detail: 'La API de administración no tiene esta ruta.' })
    expect(await unreadable.json()).toMatchObject({
      detail: 'El cuerpo de la petición no es JSON.',
      sentence: { code: 'BODY_NOT_JSON' },
    })
  })
})
