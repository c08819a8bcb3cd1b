import { DomainError } from '../../lib/errors.ts'
import type { Resolvers } from '../../generated/graphql.ts'
import { findIncidents, pageOfIncidents, type Incident } from '../../monitoring/incidents/incident-queries.ts'
import { explain } from '../../monitoring/health/reason-text.ts'
import type { Evidence } from '../../monitoring/health/rule/state.ts'
import { acknowledge, resolve } from '../../monitoring/incidents/operator-actions.ts'
import { connection } from '../connection.ts'
import type { Context } from '../context.ts'

export const incident = {
  Query: {
    incidents: (_root, { filter, ...page }, { db }) =>
      connection(page, (limit, after) => pageOfIncidents(db, filter ?? {}, limit, after)),
    incident: async (_root, { id }, { db }) => (await findIncidents(db, [id]))[0] ?? null,
  },
  Mutation: {
    acknowledgeIncident: (_root, { id, note }, context) =>
      afterChange(context, acknowledge(context.db, id, changeAuthor(context, note ?? null), context.clock.now())),
    resolveIncident: (_root, { id, reason, force }, context) =>
      afterChange(
        context,
        resolve(context.db, context.withFrozenSubject, { id, force }, changeAuthor(context, requireReason(reason))),
      ),
  },
  Incident: {
    subject: ({ subject }) => ({ id: subject.key, name: subject.name }),
    acknowledgedBy: ({ acknowledgedBy }) => acknowledgedBy?.name ?? null,
    reason: ({ evidence }) => explain(evidence as Evidence),
    evidence: ({ evidence }) => evidence as Evidence,
    previous: ({ previousId }, _args, { loaders }) => (previousId ? loaders.incident.load(previousId) : null),
    timeline: ({ id }, _args, { loaders }) => loaders.timeline.load(id),
  },
  TimelineEntry: {
    by: ({ by }) => by?.name ?? null,
  },
} satisfies Resolvers

const mostCharacters = 1_000

/** Returns the author of a change with their note. @throws DomainError INVALID_INPUT for a note that is too long. */
function changeAuthor({ requireViewer, address, requestId }: Context, note: string | null) {
  const said = note?.trim() ?? ''
  if (said.length > mostCharacters)
    throw new DomainError(
      'INVALID_INPUT',
      `A note has at most ${mostCharacters} characters; this one has ${said.length}.`,
    )
  return { operator: requireViewer().operator, address, requestId, note: said || null }
}

function requireReason(reason: string): string {
  if (reason.trim() === '') throw new DomainError('INVALID_INPUT', 'Say why: the reason must not be empty.')
  return reason
}

/** Notifies subscribers once the change is made. */
async function afterChange({ live }: Context, change: Promise<Incident>): Promise<Incident> {
  const incident = await change
  live.publish('panel', 'inventory')
  return incident
}
