import { reasonOf } from '../../../monitoring/health/reason-text.ts'
import type { Evidence, State } from '../../../monitoring/health/rule/state.ts'
import type { HistoryWindow } from '../../../monitoring/history.ts'
import { parseLimit } from '../../../lib/pagination.ts'
import { listIncidents, placeOfIncident } from '../../../monitoring/incidents/incident-queries.ts'
import { connectionBy, withTotal, type PageArguments } from '../../connection.ts'
import type { SubjectPolicy } from '../../../monitoring/policy/subject-policy.ts'
import type { Context } from '../../context.ts'
import { languageOf, type InLanguage } from '../../language-argument.ts'
import { firstOf, type SliceArguments } from '../../list-slice.ts'
import { subjectNodes } from '../../subject-node.ts'

type HistoryArguments = { window?: HistoryWindow | null; lengthen?: boolean | null }
type HealthRow = { subjectId: number; state: State; evidence: unknown }

const statsOfRow = ({ subjectId }: HealthRow, { statsOf }: Context) => statsOf(subjectId)

/** Health resolvers shared by all monitored types; their other health fields are columns of the row. */
export const health = {
  reason: (row: HealthRow, { language }: InLanguage) => reasonOf(row, languageOf(language)),
  evidence: ({ evidence }: HealthRow) => evidence as Evidence | null,
  latencyMs: (row: HealthRow, _args: object, context: Context) => statsOfRow(row, context)?.p95 ?? null,
  latency: (row: HealthRow, _args: object, context: Context) => statsOfRow(row, context),
  errorRate: (row: HealthRow, _args: object, context: Context) => statsOfRow(row, context)?.errorRate ?? null,
  requestsPerMinute: (row: HealthRow, _args: object, context: Context) =>
    statsOfRow(row, context)?.requestsPerMinute ?? 0,
  openIncident: ({ subjectId }: HealthRow, _args: object, { loaders }: Context) => loaders.openIncident.load(subjectId),
  incidents: ({ subjectId }: HealthRow, page: PageArguments, { db, loaders }: Context) =>
    connectionBy(placeOfIncident, page, (limit, after) =>
      withTotal(
        after === null
          ? loaders.subjectIncidents.load({ subjectId, limit })
          : listIncidents(db, { subjectId }, limit, after),
        () => loaders.subjectIncidentCount.load(subjectId).then((counted) => counted?.count ?? 0),
      ),
    ),
  history: ({ subjectId }: HealthRow, { window, lengthen }: HistoryArguments, { loaders, clock }: Context) =>
    loaders.history.load({
      subjectId,
      window: window ?? 'LAST_6_HOURS',
      lengthen: lengthen ?? false,
      at: clock.now(),
    }),
  upstream: async ({ subjectId }: HealthRow, slice: SliceArguments, context: Context) =>
    subjectNodes(firstOf(await context.loaders.upstream.load(subjectId), slice), context),
  downstream: async ({ subjectId }: HealthRow, slice: SliceArguments, context: Context) =>
    subjectNodes(firstOf(await context.loaders.downstream.load(subjectId), slice), context),
  policy: ({ subjectId }: HealthRow, _args: object, { loaders }: Context) =>
    loaders.policy.load(subjectId).then(requirePolicy),
  lastSampleAt({ subjectId }: HealthRow, _args: object, { recentSampleOf, loaders }: Context) {
    const recent = recentSampleOf(subjectId)
    return recent === null
      ? loaders.timers.load(subjectId).then((found) => found?.lastSampleAt ?? null)
      : new Date(recent)
  },
  pending: async ({ subjectId }: HealthRow, _args: object, { loaders }: Context) =>
    (await loaders.timers.load(subjectId))?.pending ?? null,
  recovering: async ({ subjectId }: HealthRow, _args: object, { loaders }: Context) =>
    (await loaders.timers.load(subjectId))?.recovering ?? null,
  transitions: async ({ subjectId }: HealthRow, { first }: { first?: number | null }, { loaders }: Context) =>
    (await loaders.transitions.load(subjectId)).slice(0, parseLimit(first)),
  examples: async ({ subjectId }: HealthRow, { first }: { first?: number | null }, { loaders }: Context) =>
    (await loaders.examples.load(subjectId)).slice(0, parseLimit(first)),
}

// A missing policy is a bug: rows of subjects are never deleted.
function requirePolicy(policy: SubjectPolicy | null): SubjectPolicy {
  if (!policy) throw new Error('A subject is missing: its policy cannot be read.')
  return policy
}
