import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenOperator } from '../../support/auth/operators.ts'
import { givenServiceToken, givenToken, requestsWith } from '../../support/auth/tokens.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { tokenRequestsPerMinute: 4 } })
})
afterAll(() => gateway[Symbol.asyncDispose]())
// A minute of its own for each test.
beforeEach(() => gateway.pass(60))

const session = '/api/admin/auth/session/'
const query = { query: '{ notifications { badge } }' }
const limitsOf = ({ status, headers }: Response) => [status, headers.get('ratelimit')]

it('the requests of a token count together over REST and GraphQL, from the response cache or not, until the next minute', async () => {
  const { get, post } = await givenToken(gateway, await givenOperator(gateway.db), ['read:Session', 'read:Panel'])

  const answers = [await get(session), await post('/graphql', query), await post('/graphql', query), await get(session)]
  const tooMany = [await post('/graphql', query), await get(session)]
  await gateway.pass(60)
  const later = await get(session)

  expect(answers.map(limitsOf)).toEqual([3, 2, 1, 0].map((rest) => [200, `"token";r=${rest};t=60`]))
  expect(tooMany.map(limitsOf)).toEqual([1, 2].map(() => [429, '"token";r=0;t=60']))
  expect(tooMany.map(({ headers }) => headers.get('retry-after'))).toEqual(['60', '60'])
  expect(later.status).toBe(200)
  for (const { headers } of [...answers, ...tooMany]) expect(headers.get('ratelimit-policy')).toBe('"token";q=4;w=60')
})

it('the first request after a pause counts once, although nothing of it is cached', async () => {
  const { ask, get } = await givenToken(gateway, await givenOperator(gateway.db), ['read:Session', 'read:Panel'])

  await ask(query.query)

  expect(limitsOf(await get(session))).toEqual([200, '"token";r=2;t=60'])
})

it('another token, a session and INGEST_TOKEN are not affected by a token that makes too many requests', async () => {
  const [one, other] = [await givenServiceToken(gateway), await givenServiceToken(gateway)]
  const whoami = '/ingest/v1/whoami'
  for (let count = 0; count < 5; count++) await one.get(whoami)

  const shared = requestsWith(gateway.url, gateway.ingestToken)
  for (let count = 0; count < 5; count++) await Promise.all([shared.get(whoami), gateway.get(session)])

  expect((await one.get(whoami)).status).toBe(429)
  expect(limitsOf(await other.get(whoami))).toEqual([200, '"token";r=3;t=60'])
  expect(limitsOf(await shared.get(whoami))).toEqual([200, null])
  expect(limitsOf(await gateway.get(session))).toEqual([200, null])
})

it('without the setting a personal token has 1,200 requests a minute, and a service 600', async () => {
  await using generous = await givenGateway()
  const personal = await givenToken(generous, await givenOperator(generous.db), ['read:Session'])
  const service = await givenServiceToken(generous)

  const policies = [await personal.get(session), await service.get('/ingest/v1/whoami')]

  expect(policies.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual([
    '"token";q=1200;w=60',
    '"token";q=600;w=60',
  ])
})
