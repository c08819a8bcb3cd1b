import type {
  IncidentFilter as GraphqlIncidentFilter,
  QueryIncidentsArgs,
  Resolvers,
  SubscriptionIncidentsArgs,
} from '../../../generated/graphql.ts'
import {
  findIncident,
  listIncidents,
  listOrderedIncidents,
  placeOfIncident,
  countIncidents,
  waitsSince,
  type IncidentFilter,
  type IncidentWithNames,
} from '../../../monitoring/incidents/incident-queries.ts'
import { explain } from '../../../monitoring/health/reason-text.ts'
import { evidenceOfEntry, reasonOfEntry } from '../../../monitoring/incidents/incident-evidence.ts'
import { toSubjectRecord } from '../../../monitoring/subjects/subject-records.ts'
import type { Evidence } from '../../../monitoring/health/rule/state.ts'
import { acknowledgeIncidents, resolveIncidents } from '../../../monitoring/incidents/bulk-actions.ts'
import { acceptLatency, canAcceptLatency } from '../../../monitoring/incidents/accept-latency.ts'
import { parseNote, requireReason } from '../../../monitoring/incidents/notes.ts'
import { acknowledge, addNote, release, resolve, takeOver } from '../../../monitoring/incidents/operator-actions.ts'
import { render } from '../../../messages/sentences.ts'
import { languageOf } from '../../language-argument.ts'
import { connectionBy, orderOf, withTotal, type PageArguments } from '../../connection.ts'
import { actorOf, type Context } from '../../context.ts'
import { firstOf, sliceList } from '../../list-slice.ts'
import { subscribeUnavailable } from '../../subscriptions/subscribe.ts'
import { subjectNode } from '../../subject-node.ts'

export const incident = {
  RefusedIncident: {
    message: ({ sentence }, args) => render(sentence, languageOf(args.language, 'EN')),
  },
  Query: {
    incidents: (_root, args, { db }) => incidentPage(db, args),
    incident: (_root, { id }, { db }) => findIncident(db, id),
  },
  Mutation: {
    addIncidentNote: async (_root, { input: { id, note } }, context) => ({
      incident: await addNote(context.db, { id, note }, actorOf(context), context.clock.now()),
    }),
    acknowledgeIncident: (_root, { id, note }, context) =>
      acknowledge(context.db, id, changeAuthor(context, note ?? null), context.clock.now()),
    resolveIncident: (_root, { id, reason, force }, context) =>
      resolve(
        context.db,
        context.withFrozenSubject,
        { id, force },
        changeAuthor(context, requireReason(reason), 'reason'),
      ),
    acceptIncidentLatency: async (_root, { input: { note, ...one } }, context) => ({
      incident: await acceptLatency(context.db, context.withFrozenSubject, one, changeAuthor(context, note ?? null)),
    }),
    releaseIncident: async (_root, { input: { id, note } }, context) => ({
      incident: await release(context.db, id, changeAuthor(context, note ?? null), context.clock.now()),
    }),
    takeOverIncident: async (_root, { input: { id, from, note } }, context) => {
      const author = changeAuthor(context, note ?? null)
      return { incident: await takeOver(context.db, { id, from: from ?? null }, author, context.clock.now()) }
    },
    acknowledgeIncidents: async (_root, { input: { note, ids, filter } }, context) => {
      const author = changeAuthor(context, note ?? null)
      const selection = { ids, filter: filter && toFilter(filter) }
      const { changed, refused } = await acknowledgeIncidents(context.db, selection, author, context.clock.now())
      return { acknowledged: changed, refused }
    },
    resolveIncidents: async (_root, { input: { reason, ids, filter, force } }, context) => {
      const author = changeAuthor(context, requireReason(reason), 'reason')
      const selection = { ids, filter: filter && toFilter(filter), force: force ?? false }
      const { db, withFrozenSubjects } = context
      const { changed, refused } = await resolveIncidents(db, withFrozenSubjects, selection, author)
      return { resolved: changed, refused }
    },
  },
  Subscription: {
    incidents: {
      subscribe: subscribeUnavailable,
      resolve: async (_root: unknown, args: SubscriptionIncidentsArgs, { db, readPanel }: Context) => {
        // The revision is read before the incidents, so that the incidents are at least as new as the revision.
        const { revision } = await readPanel()
        return { revision, incidents: await incidentPage(db, args) }
      },
    },
  },
  Incident: {
    url: ({ id }, _args, { publicOrigin }) => `${publicOrigin}/incidents/${id}`,
    subject: ({ subject }, _args, context) => subjectNode(toSubjectRecord(subject), context),
    acknowledger: ({ acknowledgedBy }) => acknowledgedBy,
    acknowledgedBy: ({ acknowledgedBy }) => acknowledgedBy?.name ?? null,
    reason: ({ evidence }, { language }) => explain(evidence as Evidence, languageOf(language)),
    evidence: ({ evidence }) => evidence as Evidence,
    opening: async ({ id }, _args, { loaders }) => (await loaders.incidentMoments.load(id))?.opening ?? null,
    worst: async ({ id }, _args, { loaders }) => (await loaders.incidentMoments.load(id))?.worst ?? null,
    canAcceptLatency: (incident) => canAcceptLatency(incident),
    previous: ({ previousId }, _args, { loaders }) => (previousId ? loaders.incident.load(previousId) : null),
    timeline: async ({ id }, slice, { loaders }) => sliceList(await loaders.timeline.load(id), slice),
    examples: async ({ id }, slice, { loaders }) => firstOf(await loaders.incidentExamples.load(id), slice),
    suppressedBy: ({ suppressedById }, _args, { loaders }) =>
      suppressedById ? loaders.incident.load(suppressedById) : null,
    maintenance: ({ maintenanceId }, _args, { loaders }) =>
      maintenanceId ? loaders.maintenance.load(maintenanceId) : null,
    suppressedByOnboarding: ({ onboarding }) => onboarding,
    reasonEndedAt: (incident) => waitsSince(incident),
    suppresses: async ({ id }, slice, { loaders }) => sliceList(await loaders.suppressedIncidents.load(id), slice),
  },
  TimelineEntry: {
    id: ({ id }) => String(id),
    operator: ({ by }) => by,
    by: ({ by }) => by?.name ?? null,
    note: (entry) => entry.note ?? reasonOfEntry(entry),
    reason: (entry, { language }) => reasonOfEntry(entry, languageOf(language)),
    evidence: (entry) => evidenceOfEntry(entry),
  },
  IncidentMoment: {
    reason: ({ evidence }, { language }) => explain(evidence, languageOf(language)),
  },
} satisfies Resolvers

/** A page of the incidents that match, newest first unless the client requests another order. */
const incidentPage = (
  db: Context['db'],
  { filter: given, orderBy, ...page }: PageArguments & Pick<QueryIncidentsArgs, 'filter' | 'orderBy'>,
) => {
  const filter = toFilter(given)
  return connectionBy(placeOf, page, (limit, after) =>
    withTotal<PlacedIncident>(
      orderBy
        ? listOrderedIncidents(db, { filter, order: orderOf(orderBy) }, limit, after)
        : listIncidents(db, filter, limit, after),
      () => countIncidents(db, filter),
    ),
  )
}

type PlacedIncident = IncidentWithNames & { place?: string }

const placeOf = (incident: PlacedIncident) => incident.place ?? placeOfIncident(incident)

/** Converts the filter of the schema. Its deprecated `subjectId` is the key of a subject of any kind. */
function toFilter(filter: GraphqlIncidentFilter | null | undefined): IncidentFilter {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- clients may still send it
  const { subjectId, ...others } = filter ?? {}
  return { ...others, subjectKey: subjectId ?? null }
}

/**
 * Returns the author of a change with their note.
 * @throws DomainError INVALID_INPUT for a note that is too long.
 */
export const changeAuthor = (context: Context, note: string | null, field: 'note' | 'reason' = 'note') => ({
  ...actorOf(context),
  note: parseNote(note, field),
})
