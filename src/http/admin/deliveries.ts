import { z } from 'zod'
import { messageText } from '../../alerting/channels/channels.ts'
import {
  countsOf,
  listDeliveries,
  listDeliveryAttempts,
  listIncidentIdsOfDeliveries,
  type Delivery as DeliveryRow,
  type DeliveryAttempt,
} from '../../alerting/deliveries/delivery-queries.ts'
import { redeliver } from '../../alerting/deliveries/operator-deliveries.ts'
import { requireDestination } from '../../alerting/destinations/destination-queries.ts'
import type { AlertMessage } from '../../alerting/message.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { Language } from '../../lib/language.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { listPage } from '../list-page.ts'
import { Delivery, DeliveryPage, deliveryStatuses } from '../responses/alerting.ts'
import { paging, text } from '../fields/zod-fields.ts'

const DestinationParams = z.object({ id: text(100).describe('ID of the destination.') })
const Params = z.object({ id: text(100).describe('ID of the delivery.') })

const Query = z.strictObject({
  status: z
    .enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(', ')}`)
    .optional()
    .describe('Only deliveries with this status.'),
  ...paging,
})

const defaults = { inventory: false, tag: 'Alerting' } as const
const noDestination = 'There is no such destination.'

/** The routes of deliveries. */
export const deliveries = [
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/destinations/:id/test/',
      may: 'manage:Destination',
      operationId: 'testDestination',
      summary: 'Send a test message',
      description: 'Immediately, in one attempt, to a disabled destination too. The attempt contains the result.',
      params: DestinationParams,
      answers: { 200: { description: 'The delivery with its attempt.', schema: Delivery } },
      refusals: { 404: noDestination },
    },
    async ({ params: { id }, by }, { db, alerting }) => deliveryBody(db, await alerting.testDestination(id, by)),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'GET',
      path: '/api/admin/destinations/:id/deliveries/',
      may: 'read:Destination',
      operationId: 'listDeliveries',
      summary: 'List deliveries to a destination',
      description: 'Newest first. They are kept for 90 days.',
      params: DestinationParams,
      query: Query,
      answers: { 200: { description: 'A page of deliveries.', schema: DeliveryPage } },
      refusals: { 404: noDestination },
    },
    async ({ params, query: { status, ...query } }, { db }) => {
      const { id: destinationId, language } = await requireDestination(db, params.id)
      const filter = { destinationId, status: status && [status] }
      const page = await listPage(
        query,
        (limit, after) => listDeliveries(db, filter, limit, after),
        ({ id }) => id,
      )
      return { ...page, items: page.items.map(await bodiesOf(db, page.items, language)) }
    },
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/deliveries/:id/redeliver/',
      may: 'manage:Destination',
      operationId: 'redeliver',
      summary: 'Send a message again',
      description: 'With the same ID and new attempts.',
      params: Params,
      answers: { 200: { description: 'The pending delivery.', schema: Delivery } },
      refusals: { 404: 'There is no such delivery.', 409: 'The destination is disabled.' },
    },
    async ({ params: { id }, by, at }, { db, alerting }) => {
      const delivery = await redeliver(db, id, by, at)
      alerting.deliverNow()
      return deliveryBody(db, delivery)
    },
  ),
]

async function deliveryBody(db: RootDatabase, row: DeliveryRow) {
  const { language } = await requireDestination(db, row.destinationId)
  const toBody = await bodiesOf(db, [row], language)
  return toBody(row)
}

/** Reads all that belongs to these deliveries, and returns the function that makes the body of one of them. */
async function bodiesOf(db: RootDatabase, rows: readonly DeliveryRow[], language: string) {
  const ids = rows.map(({ id }) => id)
  const attempts = await listDeliveryAttempts(db, ids)
  const incidents = await listIncidentIdsOfDeliveries(db, ids)
  return (row: DeliveryRow) => ({
    ...ownFields(row),
    attempts: attempts.filter(({ deliveryId }) => deliveryId === row.id).map(attemptBody),
    incidentIds: incidents.filter(({ deliveryId }) => deliveryId === row.id).map(({ incidentId }) => incidentId),
    text: messageText(row.message as AlertMessage, language as Language),
  })
}

function ownFields(row: DeliveryRow) {
  const { id, destinationId, kind, status, createdAt, nextAt, endedAt } = row
  const { firing, resolved } = countsOf(row)
  const nextAttemptAt = status === 'PENDING' ? nextAt : null
  return { id, destinationId, kind, status, createdAt, nextAttemptAt, endedAt, firing, resolved }
}

const attemptBody = ({ at, ms, status, error, answer }: DeliveryAttempt) => ({
  at,
  milliseconds: ms,
  status,
  error,
  answer,
})
