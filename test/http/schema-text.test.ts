import { buildSchema, printSchema } from 'graphql'
import { loadSchema } from '../../src/graphql/schema.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { givenOperator, givenSignedIn } from '../support/auth/operators.ts'
import { givenToken } from '../support/auth/tokens.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { introspection: 'off' } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const path = '/api/schema.graphql'

it('the schema is sent as text to a token that may explore it, although introspection is off', async () => {
  const { get } = await givenToken(gateway, await givenOperator(gateway.db, 'operador'), ['explore:Schema'])

  const answer = await get(path)

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('ratelimit-policy')).not.toBeNull()
  expect(printSchema(buildSchema(await answer.text()))).toBe(printSchema(loadSchema()))
})

it('the schema is not sent for a POST', async () => {
  const answer = await gateway.post(path, {})

  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

it('the schema is sent to operators who may explore it, and to nobody else', async () => {
  const [operador, lector] = [await givenSignedIn(gateway, 'operador'), await givenSignedIn(gateway, 'lector')]
  const { get } = await givenToken(gateway, operador.operator, ['read:Panel'])

  const answers = [await operador.get(path), await lector.get(path), await get(path), await fetch(gateway.url + path)]

  expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 401])
})
