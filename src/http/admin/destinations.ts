import { detailOf } from '../../messages/stored.ts'
import { z } from 'zod'
import { shownWait } from '../../alerting/deliveries/destination-wait.ts'
import { eventsOf } from '../../alerting/destinations/destination-events.ts'
import { readFilter } from '../../alerting/destinations/destination-filter.ts'
import {
  listDestinations,
  requireDestination,
  targetOf,
  type Destination as DestinationRow,
} from '../../alerting/destinations/destination-queries.ts'
import {
  createDestination,
  deleteDestination,
  rotateSecret,
  updateDestination,
} from '../../alerting/destinations/manage-destinations.ts'
import type { Language } from '../../lib/language.ts'
import { labels } from '../../monitoring/health/state-labels.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { answer } from '../routing/define-route.ts'
import { DestinationChange, NewDestination } from '../fields/destination-fields.ts'
import { bodyOf } from '../responses/body-of.ts'
import { CreatedDestination, Destination, DestinationList } from '../responses/alerting.ts'
import { text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const Params = z.object({ id: text(100).describe(descriptionOf('Query.destination(id:)')) })

const defaults = { inventory: false, tag: 'Alerting' } as const
const collection = { ...defaults, path: '/api/admin/destinations/' } as const
const item = { ...defaults, path: '/api/admin/destinations/:id/', params: Params } as const
const missing = 'There is no such destination.'
const taken = 'Another destination has this name.'
const unavailable = 'SECRETS_KEY is not set, so no secret can be stored; or the database does not respond.'

/** The routes of destinations. */
export const destinations = [
  adminRoute(
    {
      ...collection,
      method: 'GET',
      may: 'read:Destination',
      operationId: 'listDestinations',
      summary: 'List destinations of alerts',
      description: 'By name, without secrets.',
      answers: { 200: { description: 'All destinations.', schema: DestinationList } },
    },
    async ({ at }, { db }) => ({ items: (await listDestinations(db)).map((row) => destinationBody(row, at)) }),
  ),
  adminRoute(
    {
      ...collection,
      method: 'POST',
      may: 'manage:Destination',
      operationId: 'createDestination',
      summary: 'Create a destination',
      description: 'A webhook without a signing secret gets one, which is returned only once.',
      body: NewDestination,
      example: {
        name: 'Guardia',
        target: { webhook: { url: 'https://hooks.example.org/abc' } },
        filter: { severities: ['Fallando'] },
      },
      answers: { 201: { description: 'The destination with its signing secret.', schema: CreatedDestination } },
      refusals: { 409: `${taken} Or the maximum of 100 destinations is reached.`, 503: unavailable },
    },
    async ({ body, by, at }, { db, config, secrets }) => {
      const { destination, secret } = await createDestination(db, body, { config, secrets, by, at })
      return answer(201, { destination: destinationBody(destination, at), secret })
    },
  ),
  adminRoute(
    {
      ...item,
      method: 'GET',
      may: 'read:Destination',
      operationId: 'readDestination',
      summary: 'Get a destination',
      description: 'Without its secrets.',
      answers: { 200: { description: 'The destination.', schema: Destination } },
      refusals: { 404: missing },
    },
    async ({ params: { id }, at }, { db }) => destinationBody(await requireDestination(db, id), at),
  ),
  adminRoute(
    {
      ...item,
      method: 'POST',
      may: 'manage:Destination',
      operationId: 'updateDestination',
      summary: 'Change a destination',
      description: 'Omitted fields stay as they are. Disabling it gives up its pending deliveries.',
      body: DestinationChange,
      example: { enabled: false },
      answers: { 200: { description: 'The changed destination.', schema: Destination } },
      refusals: { 404: missing, 409: taken, 503: unavailable },
    },
    async ({ params: { id }, body, by, at }, { db, config, secrets }) =>
      destinationBody(await updateDestination(db, id, body, { config, secrets, by, at }), at),
  ),
  adminRoute(
    {
      ...item,
      method: 'DELETE',
      may: 'manage:Destination',
      operationId: 'deleteDestination',
      summary: 'Delete a destination',
      description: 'Deletes its deliveries too and retires its integration.',
      answers: { 204: { description: 'The destination was deleted.' } },
      refusals: { 404: missing },
    },
    async ({ params: { id }, by, at }, { db }) => {
      await deleteDestination(db, id, { by, at })
      return answer(204, undefined)
    },
  ),
  adminRoute(
    {
      ...item,
      path: '/api/admin/destinations/:id/rotate-secret/',
      method: 'POST',
      may: 'manage:Destination',
      operationId: 'rotateDestinationSecret',
      summary: 'Replace the signing secret of a webhook',
      description: 'Messages are signed with both secrets for 24 hours.',
      answers: { 200: { description: 'The destination with its new secret.', schema: CreatedDestination } },
      refusals: { 404: missing, 503: unavailable },
    },
    async ({ params: { id }, by, at }, { db, secrets }) => {
      const { destination, secret } = await rotateSecret(db, id, { secrets, by, at })
      return { destination: destinationBody(destination, at), secret }
    },
  ),
]

function destinationBody(row: DestinationRow, at: Date) {
  return bodyOf(Destination, row, {
    target: targetOf(row),
    filter: filterBody(row),
    events: eventsOf(row),
    disabledSentence: detailOf({ text: row.disabledBecause, sentence: row.disabledSentence }),
    ...timesBody(row),
    language: row.language as Language,
    enabled: row.disabledAt === null,
    waitsUntil: shownWait(row, at.getTime()),
    integration: row.subject.key,
  })
}

function filterBody({ filter }: DestinationRow) {
  const { kinds, severities, areas, subjects, criticalOnly } = readFilter(filter)
  return {
    kinds: [...kinds],
    severities: severities.map((severity) => labels[severity]),
    areas: [...areas],
    subjects: [...subjects],
    criticalOnly,
  }
}

const timesBody = ({ waitMs, intervalMs, repeatMs, onlyUnacknowledgedAfterMs }: DestinationRow) => ({
  waitSeconds: waitMs / 1_000,
  intervalSeconds: intervalMs / 1_000,
  repeatSeconds: inSeconds(repeatMs),
  onlyUnacknowledgedAfterSeconds: inSeconds(onlyUnacknowledgedAfterMs),
})

const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1_000)
