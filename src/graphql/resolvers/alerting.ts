import { channels, formFieldsOf, inputOf, statusOf } from '../../alerting/channels/channels.ts'
import { messageText } from '../../alerting/channels/message-text.ts'
import {
  countsOf,
  countDeliveries,
  listDeliveries,
  placeOfDelivery,
} from '../../alerting/deliveries/delivery-queries.ts'
import { shownWait, nextAttemptAt } from '../../alerting/deliveries/destination-wait.ts'
import { noticeOf } from '../../alerting/deliveries/notices.ts'
import { redeliver } from '../../alerting/deliveries/operator-deliveries.ts'
import { eventsOf } from '../../alerting/destinations/destination-events.ts'
import { readFilter } from '../../alerting/destinations/destination-filter.ts'
import { findDestinations, listDestinations, targetOf } from '../../alerting/destinations/destination-queries.ts'
import {
  createDestination,
  deleteDestination,
  rotateSecret,
  updateDestination,
} from '../../alerting/destinations/manage-destinations.ts'
import type { AlertMessage } from '../../alerting/message.ts'
import type { Language, Localized } from '../../lib/language.ts'
import type { DestinationType, Resolvers } from '../../generated/graphql.ts'
import { toSubjectRecord, type SubjectKey } from '../../monitoring/subjects/subject-records.ts'
import { render } from '../../messages/sentences.ts'
import { detailOf, textIn } from '../../messages/stored.ts'
import { destinationTypes } from '../../messages/words.ts'
import { languageOf, type InLanguage } from '../language-argument.ts'
import { connectionBy, withTotal } from '../connection.ts'
import { actorOf, timeOf, type Context } from '../context.ts'
import { firstOf, sliceList, sliceListBy } from '../list-slice.ts'
import { areasOf, subjectNode } from '../subject-node.ts'

export const alerting = {
  Query: {
    destinations: async (_root, slice, { db }) => sliceList(await listDestinations(db), slice),
    destination: async (_root, { id }, { db }) => (await findDestinations(db, [id]))[0] ?? null,
    alertingSettings: (_root, _args, context) => ({ types: channels.map(({ type }) => statusIn(context, type)) }),
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
      const { publicOrigin } = context.config
      const delivery = await redeliver(context.db, id, { ...managing(context), publicOrigin })
      context.alerting.deliverNow()
      return delivery
    },
  },
  Destination: {
    channel: ({ type }, _args, context) => statusIn(context, type),
    target: targetOf,
    filter: ({ filter }) => readFilter(filter),
    events: eventsOf,
    waitSeconds: ({ waitMs }) => waitMs / 1_000,
    intervalSeconds: ({ intervalMs }) => intervalMs / 1_000,
    repeatSeconds: ({ repeatMs }) => inSeconds(repeatMs),
    onlyUnacknowledgedAfterSeconds: ({ onlyUnacknowledgedAfterMs }) => inSeconds(onlyUnacknowledgedAfterMs),
    enabled: ({ disabledAt }) => disabledAt === null,
    disabledBecause: ({ disabledBecause, disabledSentence }, args) =>
      disabledBecause && textIn(languageOf(args.language, 'EN'), { text: disabledBecause, sentence: disabledSentence }),
    disabledSentence: ({ disabledBecause, disabledSentence }) =>
      detailOf({ text: disabledBecause, sentence: disabledSentence }),
    waitsUntil: (destination, _args, context) => shownWait(destination, timeOf(context).getTime()),
    health: ({ subject }) => toSubjectRecord(subject),
    lastDelivery: ({ id }, _args, { loaders }) => loaders.lastDelivery.load(id),
    deliveries: ({ id }, { status, ...page }, { db }) => {
      const filter = { destinationId: id, status }
      return connectionBy(placeOfDelivery, page, (limit, after) =>
        withTotal(listDeliveries(db, filter, limit, after), () => countDeliveries(db, filter)),
      )
    },
  },
  DestinationFilter: {
    kinds: ({ kinds }) => [...kinds],
    severities: ({ severities }) => [...severities],
    areas: ({ areas }, _args, context) => areasOf(areas, context),
    subjects: async ({ subjects }, slice, context) => {
      const found = await Promise.all(firstOf(subjects, slice).map(async (key) => filterSubject(key, context)))
      return found.flatMap((subject) => subject ?? [])
    },
  },
  Delivery: {
    destination: async ({ destinationId }, _args, { loaders }) =>
      present(await loaders.destination.load(destinationId)),
    nextAttemptAt: async (delivery, _args, { loaders }) =>
      delivery.status === 'PENDING'
        ? nextAttemptAt(delivery, present(await loaders.destination.load(delivery.destinationId)))
        : null,
    attempts: async ({ id }, slice, { loaders }) => sliceList(await loaders.deliveryAttempts.load(id), slice),
    firing: (delivery) => countsOf(delivery).firing,
    resolved: (delivery) => countsOf(delivery).resolved,
    incidents: async ({ id }, slice, { loaders }) => {
      const rows = sliceListBy(({ incidentId }) => incidentId, await loaders.deliveryIncidents.load(id), slice)
      const incidents = await Promise.all(rows.map(({ incidentId }) => loaders.incident.load(incidentId)))
      return incidents.flatMap((incident) => incident ?? [])
    },
    text: async ({ destinationId, message }, _args, { loaders }) => {
      const { language } = present(await loaders.destination.load(destinationId))
      return messageText(message as AlertMessage, language as Language)
    },
  },
  DestinationTypeStatus: {
    reason: ({ reason }, args) => reason && render(reason, languageOf(args.language, 'EN')),
    sentence: ({ reason }) => reason,
    label: ({ type }, args) => inLanguage(destinationTypes[type], args),
    description: ({ description }, args) => inLanguage(description, args),
    targetInput: ({ type }) => inputOf(type),
    fields: formFieldsOf,
  },
  TargetField: {
    label: ({ label }, args) => inLanguage(label, args),
    hint: ({ hint }, args) => inLanguage(hint, args),
    missing: ({ missing }, args) => inLanguage(missing, args),
  },
  DeliveryAttempt: {
    id: ({ id }) => String(id),
    error: ({ error, sentence }, args) => error && textIn(languageOf(args.language, 'EN'), { text: error, sentence }),
    sentence: ({ error, sentence }) => detailOf({ text: error, sentence }),
    milliseconds: ({ ms }) => ms,
  },
  Incident: {
    deliveries: async ({ id }, slice, { loaders }) => sliceList(await loaders.incidentDeliveries.load(id), slice),
  },
  TimelineEntry: {
    notice: noticeOf,
  },
} satisfies Resolvers

const filterSubject = async (key: SubjectKey, context: Context) => {
  const subject = await context.loaders.subject.load(key)
  return subject && subjectNode(subject, context)
}

const statusIn = ({ config, secrets }: Context, type: DestinationType) =>
  statusOf(type, { ...config, hasSecretsKey: secrets.available })

const inLanguage = (text: Localized, { language }: InLanguage) => text[languageOf(language, 'EN')]

const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1_000)

/** Returns a row that must exist because a foreign key references it. */
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
