import { explain } from '../monitoring/health/reason.ts'
import type { Evidence } from '../monitoring/health/state.ts'
import type { HistoryWindow } from '../monitoring/history.ts'
import { limitOf } from '../pages.ts'
import type { Context } from './context.ts'

type Watched = { subjectId: number; evidence: unknown }

const figures = ({ subjectId }: Watched, { figuresOf }: Context) => figuresOf(subjectId)

/** The fields that tell the health of whatever is watched, alike for all of them, beside those its rows have. */
export const health = {
  reason: ({ evidence }: Watched) => (evidence ? explain(evidence as Evidence) : null),
  evidence: ({ evidence }: Watched) => evidence as Evidence | null,
  latencyMs: (watched: Watched, _args: object, context: Context) => figures(watched, context)?.p95 ?? null,
  latency: (watched: Watched, _args: object, context: Context) => figures(watched, context),
  errorRate: (watched: Watched, _args: object, context: Context) => figures(watched, context)?.errorRate ?? null,
  requestsPerMinute: (watched: Watched, _args: object, context: Context) =>
    figures(watched, context)?.requestsPerMinute ?? 0,
  openIncident: ({ subjectId }: Watched, _args: object, { loaders }: Context) => loaders.openIncident.load(subjectId),
  history: ({ subjectId }: Watched, { window }: { window?: HistoryWindow | null }, { loaders, clock }: Context) =>
    loaders.history.load({ subjectId, window: window ?? 'LAST_6_HOURS', at: clock.now() }),
  transitions: async ({ subjectId }: Watched, { first }: { first?: number | null }, { loaders }: Context) =>
    (await loaders.transitions.load(subjectId)).slice(0, limitOf(first)),
}
