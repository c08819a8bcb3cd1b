import { availableTypes, messageText } from '../../alerting/channels/channels.ts'
import { countsOf, countDeliveries, listDeliveries } from '../../alerting/deliveries/delivery-queries.ts'
import { noticeOf } from '../../alerting/deliveries/notices.ts'
import { redeliver } from '../../alerting/deliveries/operator-deliveries.ts'
import { readFilter } from '../../alerting/destinations/destination-filter.ts'
import { findDestinations, listDestinations, targetOf } from '../../alerting/destinations/destination-queries.ts'
import {
  createDestination,
  deleteDestination,
  rotateSecret,
  updateDestination,
} from '../../alerting/destinations/manage-destinations.ts'
import type { AlertMessage } from '../../alerting/message.ts'
import type { Language } from '../../lib/language.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import { toSubjectRecord, type SubjectKey } from '../../monitoring/subjects/subject-records.ts'
import { connection, withTotal } from '../connection.ts'
import { actorOf, timeOf, type Context } from '../context.ts'
import { areasOf, subjectNode } from '../subject-node.ts'

export const alerting = {
  Query: {
    destinations: (_root, _args, { db }) => listDestinations(db),
    destination: async (_root, { id }, { db }) => (await findDestinations(db, [id]))[0] ?? null,
    alertingSettings: (_root, _args, { config, secrets }) => ({
      types: availableTypes({ ...config, hasSecretsKey: secrets.available }),
    }),
  },
  Mutation: {
    createDestination: (_root, { input }, context) => createDestination(context.db, input, managing(context)),
    updateDestination: (_root, { id, input }, context) => updateDestination(context.db, id, input, managing(context)),
    deleteDestination: async (_root, { id }, context) => {
      await deleteDestination(context.db, id, managing(context))
      return id
    },
    rotateDestinationSecret: (_root, { id }, context) => rotateSecret(context.db, id, managing(context)),
    testDestination: (_root, { id }, context) => context.alerting.testDestination(id, managing(context).by),
    redeliver: async (_root, { id }, context) => {
      const { by, at } = managing(context)
      const delivery = await redeliver(context.db, id, by, at)
      context.alerting.deliverNow()
      return delivery
    },
  },
  Destination: {
    target: targetOf,
    filter: ({ filter }) => readFilter(filter),
    waitSeconds: ({ waitMs }) => waitMs / 1_000,
    intervalSeconds: ({ intervalMs }) => intervalMs / 1_000,
    repeatSeconds: ({ repeatMs }) => inSeconds(repeatMs),
    onlyUnacknowledgedAfterSeconds: ({ onlyUnacknowledgedAfterMs }) => inSeconds(onlyUnacknowledgedAfterMs),
    enabled: ({ disabledAt }) => disabledAt === null,
    health: ({ subject }) => toSubjectRecord(subject),
    lastDelivery: ({ id }, _args, { loaders }) => loaders.lastDelivery.load(id),
    deliveries: ({ id }, { status, ...page }, { db }) => {
      const filter = { destinationId: id, status }
      return connection(page, (limit, after) =>
        withTotal(listDeliveries(db, filter, limit, after), () => countDeliveries(db, filter)),
      )
    },
  },
  DestinationFilter: {
    kinds: ({ kinds }) => [...kinds],
    severities: ({ severities }) => [...severities],
    areas: ({ areas }, _args, context) => areasOf(areas, context),
    subjects: async ({ subjects }, _args, context) => {
      const found = await Promise.all(subjects.map(async (key) => filterSubject(key, context)))
      return found.flatMap((subject) => subject ?? [])
    },
  },
  Delivery: {
    destination: async ({ destinationId }, _args, { loaders }) =>
      present(await loaders.destination.load(destinationId)),
    nextAttemptAt: ({ status, nextAt }) => (status === 'PENDING' ? nextAt : null),
    attempts: ({ id }, _args, { loaders }) => loaders.deliveryAttempts.load(id),
    firing: (delivery) => countsOf(delivery).firing,
    resolved: (delivery) => countsOf(delivery).resolved,
    incidents: async ({ id }, _args, { loaders }) => {
      const rows = await loaders.deliveryIncidents.load(id)
      const incidents = await Promise.all(rows.map(({ incidentId }) => loaders.incident.load(incidentId)))
      return incidents.flatMap((incident) => incident ?? [])
    },
    text: async ({ destinationId, message }, _args, { loaders }) => {
      const { language } = present(await loaders.destination.load(destinationId))
      return messageText(message as AlertMessage, language as Language)
    },
  },
  DeliveryAttempt: {
    milliseconds: ({ ms }) => ms,
  },
  Incident: {
    deliveries: ({ id }, _args, { loaders }) => loaders.incidentDeliveries.load(id),
  },
  TimelineEntry: {
    notice: noticeOf,
  },
} satisfies Resolvers

const filterSubject = async (key: SubjectKey, context: Context) => {
  const subject = await context.loaders.subject.load(key)
  return subject && subjectNode(subject, context)
}

const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1_000)

/** A row that a foreign key guarantees. */
function present<Row>(row: Row | null): Row {
  if (row === null) throw new Error('The destination of a delivery was deleted while it was read.')
  return row
}

const managing = (context: Context) => ({
  config: context.config,
  secrets: context.secrets,
  by: actorOf(context),
  at: timeOf(context),
})
