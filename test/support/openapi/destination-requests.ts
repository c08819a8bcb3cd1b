import { randomUUID } from 'node:crypto'
import { newDelivery } from '../../../src/alerting/deliveries/new-delivery.ts'
import type { GivenGateway, Json } from '../gateway.ts'

/** A request for an operation of the OpenAPI document: `id` fills its path. */
export type Asked = { query?: string; id?: string; body?: unknown; headers?: Record<string, string>; method?: string }

/** A request that produces a given status of an operation. */
export type Case = [operationId: string, status: number, asked: () => Asked | Promise<Asked>]

/** Sends a request as an authorized caller, and returns the checked response. */
export type Ask = (operationId: string, asked?: Asked) => Promise<{ status: number; body: Json }>

/** One request for each documented answer of the operations of destinations and deliveries. */
export function destinationCases(ask: Ask, gateway: () => GivenGateway): Case[] {
  const newDestination = () => ({
    name: `Guardia ${randomUUID().slice(0, 8)}`,
    target: { webhook: { url: 'https://hooks.example.org/abc' } },
  })

  /** A request about a newly created destination. */
  const askedOfDestination = (body?: Json) => async (): Promise<Asked> => {
    const { body: created } = await ask('createDestination', { body: newDestination() })
    return { id: created['destination'].id, ...(body && { body }) }
  }

  /** A request about an e-mail destination, which fails without network because there is no mail server. */
  async function askedOfEmail(): Promise<Asked> {
    const body = { ...newDestination(), target: { email: { to: ['guardia@example.org'] } } }
    const { body: created } = await ask('createDestination', { body })
    return { id: created['destination'].id }
  }

  /** A delivery that was given up, to a destination of its own. */
  async function givenDelivery() {
    const { id: destinationId = '' } = await askedOfDestination()()
    const message = { kind: 'TEST', at: '2026-01-01T00:00:00Z', by: 'Ana', url: null } as const
    const row = newDelivery(destinationId, message, { at: new Date(gateway().clock.now()) })
    await gateway().db.delivery.create({ data: { ...row, status: 'DEAD', endedAt: row.createdAt } })
    await gateway().db.deliveryAttempt.create({
      data: { deliveryId: row.id, at: row.createdAt, ms: 12, status: 500, error: 'It answered 500.', answer: 'no' },
    })
    return { destinationId, id: row.id }
  }

  /** A request to redeliver to a disabled destination. */
  async function askedOfDisabled() {
    const { destinationId, id } = await givenDelivery()
    expect(await ask('updateDestination', { id: destinationId, body: { enabled: false } })).toMatchObject({
      status: 200,
    })
    return { id }
  }

  /** A request with the name of another destination. */
  async function askedForTakenName(): Promise<Asked> {
    const taken = newDestination()
    expect(await ask('createDestination', { body: taken })).toMatchObject({ status: 201 })
    return { body: taken }
  }

  return [
    ['listDestinations', 200, askedOfDestination()],
    ['createDestination', 201, () => ({ body: newDestination() })],
    ['createDestination', 201, () => ({ body: { ...newDestination(), target: { email: { to: ['a@example.org'] } } } })],
    ['createDestination', 400, () => ({ body: { ...newDestination(), target: {} } })],
    ['createDestination', 409, askedForTakenName],
    ['readDestination', 200, askedOfDestination()],
    ['readDestination', 400, () => ({ id: '%01' })],
    ['readDestination', 404, () => ({})],
    ['updateDestination', 200, askedOfDestination({ filter: { severities: ['Fallando'] }, digestHour: 8 })],
    ['updateDestination', 400, askedOfDestination({ waitSeconds: -1 })],
    ['updateDestination', 404, () => ({ body: {} })],
    ['updateDestination', 409, async () => ({ ...(await askedOfDestination()()), ...(await askedForTakenName()) })],
    ['deleteDestination', 204, askedOfDestination()],
    ['deleteDestination', 400, () => ({ id: '%01' })],
    ['deleteDestination', 404, () => ({})],
    ['rotateDestinationSecret', 200, askedOfDestination()],
    ['rotateDestinationSecret', 400, () => ({ id: '%01' })],
    ['rotateDestinationSecret', 404, () => ({})],
    ['testDestination', 200, askedOfEmail],
    ['testDestination', 400, () => ({ id: '%01' })],
    ['testDestination', 404, () => ({})],
    ['listDeliveries', 200, async () => ({ id: (await givenDelivery()).destinationId, query: '?status=DEAD' })],
    ['listDeliveries', 400, () => ({ query: '?status=perhaps' })],
    ['listDeliveries', 404, () => ({})],
    ['redeliver', 200, givenDelivery],
    ['redeliver', 400, () => ({ id: '%01' })],
    ['redeliver', 404, () => ({})],
    ['redeliver', 409, askedOfDisabled],
  ]
}
