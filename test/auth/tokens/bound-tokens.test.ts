import { readTrustedDocuments } from '../../../src/graphql/http/trusted-documents.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenOperator, givenSignedIn } from '../../support/auth/operators.ts'
import { openSocket } from '../../support/graphql/socket.ts'
import { givenToken } from '../../support/auth/tokens.ts'

const { bindable, textOf } = readTrustedDocuments()
const bindableOf = (operation: 'query' | 'subscription', field: string) => {
  const found = bindable.find(({ id }) => textOf(id)?.match(new RegExp(`${operation} \\w+(?:\\(.*?\\))? { ${field} `)))
  if (!found) throw new Error(`The build has no ${operation} of ${field}.`)
  return found
}
const kinds = bindableOf('query', 'kinds')
const panel = bindableOf('subscription', 'notifications')
const scopes = ['read:Session', 'read:Panel', 'read:Incident', 'read:Inventory', 'explore:Schema']

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const givenBound = async (document = kinds) =>
  givenToken(gateway, await givenOperator(gateway.db, 'operador'), scopes, document)
const sentence = `The token allows nothing but the document ${kinds.name}.`

it('a token that is bound to a query runs it by its id, cached or not', async () => {
  const { post } = await givenBound()
  const run = async () => (await (await post('/graphql', { documentId: kinds.id })).json()) as Json

  const [first, second] = [await run(), await run()]

  expect(first['data'].kinds).toHaveLength(3)
  expect(second).toEqual(first)
})

it.each<[string, Json]>([
  ['another text', { query: '{ notifications { badge } }' }],
  ['a text that is not valid', { query: '{ nonsense }' }],
  ['introspection', { query: '{ __schema { types { name } } }' }],
  ['another trusted document', { documentId: panel.id }],
  ['an unknown document', { documentId: 'f'.repeat(64) }],
  ['a mutation', { query: 'mutation { markNotificationsSeen { badge } }' }],
])(
  'a token that is bound to a document is refused %s, even if another token has just been answered',
  async (_, body) => {
    const operator = await givenOperator(gateway.db, 'operador')
    const free = await givenToken(gateway, operator, scopes)
    const bound = await givenToken(gateway, operator, scopes, kinds)
    // The cache is asked only for a caller who is known already.
    await bound.post('/graphql', { documentId: kinds.id })
    await free.post('/graphql', body)

    const answer = await bound.post('/graphql', body)

    expect({ status: answer.status, ...((await answer.json()) as Json) }).toMatchObject({
      status: 403,
      errors: [{ message: sentence, extensions: { code: 'FORBIDDEN' } }],
    })
  },
)

it.each(['/api/admin/auth/session/', '/api/admin/notifications/', '/api/schema.graphql', '/api/admin/nothing/'])(
  'a token that is bound to a document is refused %s over REST',
  async (path) => {
    const answer = await (await givenBound()).get(path)

    expect(await answer.json()).toMatchObject({ status: 403, code: 'FORBIDDEN', detail: sentence })
  },
)

it('a token that is bound to a subscription is told of it on its socket, and of no other', async () => {
  const { authorization, post } = await givenBound(panel)
  const socket = openSocket(gateway.url, { authorization })

  expect(await socket.listenTo(panel.id).next()).toHaveProperty('notifications')
  for (const refused of [
    await socket.refusal('subscription { inventory { revision } }'),
    await socket.refusal('', {}, { documentId: kinds.id }),
  ])
    expect(refused).toMatchObject([
      { message: expect.stringContaining('nothing but'), extensions: { code: 'FORBIDDEN' } },
    ])
  expect((await post('/graphql', { documentId: kinds.id })).status).toBe(403)
  await socket.dispose()
})

it('an operator binds a token to one of the documents, over GraphQL and REST; it is shown and audited', async () => {
  const { ask, post, get } = await givenSignedIn(gateway, 'lector')
  const input = { name: 'Pantalla', scopes: ['read:Panel'], expiresInDays: 30, documentId: kinds.id }

  const { trustedDocuments } = (await ask('{ trustedDocuments { id name } }'))['data'] as Json
  const made = await ask(
    'mutation ($input: NewApiToken!) { createMyToken(input: $input) { token { id document { id name } telemetry { lastHeardAt } } } }',
    { input },
  )
  const rest = (await (await post('/api/admin/tokens/', input)).json()) as Json
  const { items } = (await (await get('/api/admin/tokens/')).json()) as Json

  expect(trustedDocuments).toEqual(bindable)
  expect(made['data'].createMyToken.token).toMatchObject({ document: kinds, telemetry: null })
  expect([rest['token'].document, items[0].document]).toEqual([kinds, kinds])
  const entry = await gateway.db.auditEntry.findFirst({ where: { object: `token:${String(rest['token'].id)}` } })
  expect(entry?.after).toMatchObject({ document: kinds.name, documentId: kinds.id })
})

it.each([
  ['no such document', 'createMyToken', 'read:Panel', 'f'.repeat(64), 'No query and no subscription'],
  ['the token of a service', 'createServiceToken', 'ingest:sinli', kinds.id, 'Only a personal token'],
])('%s is not bound', async (_, field, scope, documentId, message) => {
  const { ask } = await givenSignedIn(gateway, 'admin')
  const input = { name: 'Pantalla', scopes: [scope], expiresInDays: 30, documentId }

  const answer = await ask(`mutation ($input: NewApiToken!) { ${field}(input: $input) { secret } }`, { input })

  expect(answer).toMatchObject({
    errors: [{ message: expect.stringContaining(message), extensions: { code: 'INVALID_INPUT', field: 'documentId' } }],
  })
})

it('a token whose document another version had is told so', async () => {
  const { post } = await givenBound({ id: 'e'.repeat(64), name: 'Former' })

  const answer = (await (await post('/graphql', { documentId: 'e'.repeat(64) })).json()) as Json

  expect(answer['errors']).toMatchObject([{ message: expect.stringContaining('this version does not have') }])
})
