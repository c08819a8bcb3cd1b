import { z } from 'zod'
import { messageText } from '../../alerting/channels/message-text.ts'
import {
  countsOf,
  listDeliveries,
  listDeliveryAttempts,
  listIncidentIdsOfDeliveries,
  placeOfDelivery,
  type Delivery as DeliveryRow,
  type DeliveryAttempt,
} from '../../alerting/deliveries/delivery-queries.ts'
import { nextAttemptAt } from '../../alerting/deliveries/destination-wait.ts'
import { redeliver } from '../../alerting/deliveries/operator-deliveries.ts'
import { requireDestination, type Destination } from '../../alerting/destinations/destination-queries.ts'
import { detailOf } from '../../messages/stored.ts'
import type { AlertMessage } from '../../alerting/message.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { Language } from '../../lib/language.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { listPage } from '../list-page.ts'
import { bodyOf } from '../responses/body-of.ts'
import { Delivery, DeliveryPage, deliveryStatuses } from '../responses/alerting.ts'
import { oneOf } from '../fields/basic-fields.ts'
import { paging, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const DestinationParams = z.object({ id: text(100).describe(descriptionOf('Query.destination(id:)')) })
const Params = z.object({ id: text(100).describe(descriptionOf('Mutation.redeliver(id:)')) })

const Query = z.strictObject({
  status: oneOf(deliveryStatuses).optional().describe('Only deliveries with this status.'),
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
      description:
        'Immediately, in one attempt, to a disabled or waiting destination too. The attempt contains the result; there ' +
        'is none if a mail server takes more than half a minute.',
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
      answers: { 200: { description: descriptionOf('DeliveryConnection'), schema: DeliveryPage } },
      refusals: { 404: noDestination },
    },
    async ({ params, query: { status, ...query } }, { db }) => {
      const destination = await requireDestination(db, params.id)
      const filter = { destinationId: destination.id, status: status && [status] }
      const page = await listPage(query, (limit, after) => listDeliveries(db, filter, limit, after), placeOfDelivery)
      return { ...page, items: page.items.map(await bodiesOf(db, page.items, destination)) }
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
      description:
        'With the same ID and new attempts, after the wait that the destination asked for. If its incidents have changed ' +
        'since, what holds now is sent, as another delivery.',
      params: Params,
      answers: { 200: { description: 'The pending delivery.', schema: Delivery } },
      refusals: {
        404: 'There is no such delivery.',
        409: 'The destination is disabled, or nothing of the message is to be told now.',
      },
    },
    async ({ params: { id }, by, at }, { db, config, alerting }) => {
      const delivery = await redeliver(db, id, { by, at, publicOrigin: config.publicOrigin })
      alerting.deliverNow()
      return deliveryBody(db, delivery)
    },
  ),
]

async function deliveryBody(db: RootDatabase, row: DeliveryRow) {
  const toBody = await bodiesOf(db, [row], await requireDestination(db, row.destinationId))
  return toBody(row)
}

/** Reads the data shown with these deliveries of a destination. Returns a function that makes a delivery's body. */
async function bodiesOf(db: RootDatabase, rows: readonly DeliveryRow[], destination: Destination) {
  const ids = rows.map(({ id }) => id)
  const attempts = await listDeliveryAttempts(db, ids)
  const incidents = await listIncidentIdsOfDeliveries(db, ids)
  return (row: DeliveryRow) =>
    bodyOf(Delivery, row, {
      nextAttemptAt: row.status === 'PENDING' ? nextAttemptAt(row, destination) : null,
      attempts: attempts.filter(({ deliveryId }) => deliveryId === row.id).map(attemptBody),
      ...countsOf(row),
      incidentIds: incidents.filter(({ deliveryId }) => deliveryId === row.id).map(({ incidentId }) => incidentId),
      text: messageText(row.message as AlertMessage, destination.language as Language),
    })
}

const attemptBody = ({ at, ms, status, error, sentence, answer }: DeliveryAttempt) => ({
  at,
  milliseconds: ms,
  status,
  error,
  sentence: detailOf({ text: error, sentence }),
  answer,
})
