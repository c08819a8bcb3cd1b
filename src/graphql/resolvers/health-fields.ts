import { explain } from '../../monitoring/health/reason-text.ts'
import type { Evidence } from '../../monitoring/health/rule/state.ts'
import type { HistoryWindow } from '../../monitoring/history.ts'
import { parseLimit } from '../../lib/pagination.ts'
import type { Context } from '../context.ts'

type HealthRow = { subjectId: number; evidence: unknown }

const figures = ({ subjectId }: HealthRow, { statsOf }: Context) => statsOf(subjectId)

/** Health resolvers shared by all monitored types; their other health fields are columns of the row. */
export const health = {
  reason: ({ evidence }: HealthRow) => (evidence ? explain(evidence as Evidence) : null),
  evidence: ({ evidence }: HealthRow) => evidence as Evidence | null,
  latencyMs: (watched: HealthRow, _args: object, context: Context) => figures(watched, context)?.p95 ?? null,
  latency: (watched: HealthRow, _args: object, context: Context) => figures(watched, context),
  errorRate: (watched: HealthRow, _args: object, context: Context) => figures(watched, context)?.errorRate ?? null,
  requestsPerMinute: (watched: HealthRow, _args: object, context: Context) =>
    figures(watched, context)?.requestsPerMinute ?? 0,
  openIncident: ({ subjectId }: HealthRow, _args: object, { loaders }: Context) => loaders.openIncident.load(subjectId),
  history: ({ subjectId }: HealthRow, { window }: { window?: HistoryWindow | null }, { loaders, clock }: Context) =>
    loaders.history.load({ subjectId, window: window ?? 'LAST_6_HOURS', at: clock.now() }),
  transitions: async ({ subjectId }: HealthRow, { first }: { first?: number | null }, { loaders }: Context) =>
    (await loaders.transitions.load(subjectId)).slice(0, parseLimit(first)),
}
