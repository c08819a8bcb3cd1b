import { createToken, maxTokensPerOperator } from '../../../src/auth/tokens/manage-tokens.ts'
import type { Ask, Case } from './destination-requests.ts'
import type { GivenGateway, Json } from '../gateway.ts'
import { givenSignedIn } from '../auth/operators.ts'

const myToken = { name: 'Informe', scopes: ['read:Incident'], expiresInDays: 90 }
const serviceToken = { name: 'Pedidos', scopes: ['ingest:observations'], expiresInDays: 90 }

/** One request for each documented answer of the operations of tokens. */
export function tokenCases(gatewayOf: () => GivenGateway, ask: Ask): Case[] {
  /** A token that was created just before, by its id. */
  async function createdBefore(operationId: string, body: Json) {
    const { body: created } = await ask(operationId, { body })
    return { id: String(created['token'].id) }
  }

  /** A request for a token by an operator who has the maximum number of tokens. */
  async function askedWithAllTokens() {
    const gateway = gatewayOf()
    const { operator, cookie } = await givenSignedIn(gateway, 'lector')
    const by = { operator, address: '', requestId: null }
    for (let count = 0; count < maxTokensPerOperator; count++)
      await createToken(gateway.db, { kind: 'PERSONAL', ...myToken }, by, new Date(gateway.clock.now()))
    return { body: myToken, headers: { cookie } }
  }

  return [
    ['createMyToken', 201, () => ({ body: myToken })],
    ['createMyToken', 400, () => ({ body: { ...myToken, scopes: ['ingest:sinli'] } })],
    ['createMyToken', 409, askedWithAllTokens],
    ['listMyTokens', 200, () => ({})],
    ['revokeMyToken', 200, () => createdBefore('createMyToken', myToken)],
    ['revokeMyToken', 400, () => ({ id: '%01' })],
    ['revokeMyToken', 404, () => ({})],
    ['createServiceToken', 201, () => ({ body: serviceToken })],
    ['createServiceToken', 400, () => ({ body: { ...serviceToken, expiresInDays: 400 } })],
    ['listServiceTokens', 200, () => ({})],
    ['revokeServiceToken', 200, () => createdBefore('createServiceToken', serviceToken)],
    ['revokeServiceToken', 400, () => ({ id: '%01' })],
    ['revokeServiceToken', 404, () => ({})],
  ]
}
