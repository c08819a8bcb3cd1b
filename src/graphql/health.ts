import { explain } from '../monitoring/health/reason.ts'
import type { Evidence } from '../monitoring/health/state.ts'
import type { HistoryWindow } from '../monitoring/history.ts'
import type { Subject } from '../monitoring/health/subjects.ts'
import { limitOf } from '../pages.ts'
import type { Context } from './context.ts'

type Watched = { subjectId: number; subject: Pick<Subject, 'state' | 'stateSince' | 'evidence'> }

const figures = ({ subjectId }: Watched, { figuresOf }: Context) => figuresOf(subjectId)

/** The fields that tell the health of whatever is watched, alike for all of them. */
export const health = {
  state: ({ subject }: Watched) => subject.state,
  stateSince: ({ subject }: Watched) => subject.stateSince,
  reason: ({ subject }: Watched) => (subject.evidence ? explain(subject.evidence as Evidence) : null),
  evidence: ({ subject }: Watched) => subject.evidence as Evidence | null,
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
