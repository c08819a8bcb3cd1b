import { silenceLimitMs } from '../../../monitoring/health/rule/no-data.ts'
import { render } from '../../../messages/sentences.ts'
import { languageOf } from '../../language-argument.ts'
import type { Resolvers } from '../../../generated/graphql.ts'
import { parseLimit } from '../../../lib/pagination.ts'
import { minutesOfFewest } from '../../../monitoring/health/traffic/traffic-drop.ts'
import { driftOf } from '../../../monitoring/health/learned-budget/learned-latency.ts'
import { kindsOfHours } from '../../../monitoring/health/traffic/expected-traffic.ts'
import { previewPolicy } from '../../../monitoring/policy/preview-policy.ts'
import type { SubjectKey } from '../../../monitoring/subjects/subject-records.ts'
import {
  expectedAt,
  expectedPerMinuteAt,
  setPolicy,
  type OverrideChanges,
} from '../../../monitoring/policy/subject-policy.ts'
import { actorOf, timeOf } from '../../context.ts'

type PolicyInput = SubjectKey & { overrides: OverrideChanges }

const changeOf = ({ kind, id, overrides }: PolicyInput) => ({ ref: { kind, id }, changes: { ...overrides } })

/** Stands for a subject without a resolved incident or a silence, so that its summary counts all known samples. */
const allSamples = { resolvedAt: null, silentSince: null }

export const policy = {
  Query: {
    previewPolicy: (_root, { input }, { db, isProbed, clock }) =>
      previewPolicy(db, { ...changeOf(input), isProbed }, clock.now()),
  },
  Mutation: {
    setSubjectPolicy: (_root, { input }, context) =>
      setPolicy(context.db, { ...changeOf(input), isProbed: context.isProbed }, actorOf(context), timeOf(context)),
  },
  Thresholds: {
    budget: ({ budget }) => budget ?? null,
    silenceLimitMs: ({ budget, ...policy }, _args, { summaryOf }) =>
      budget ? silenceLimitMs(summaryOf(budget.subjectId, allSamples, policy), policy) : null,
    trafficBudget: ({ trafficBudget }) => trafficBudget ?? null,
  },
  TrafficBudget: {
    reason: (traffic, _args, { clock }) => expectedAt(traffic, clock.now()).reason,
    expectedPerMinute: (traffic, _args, { clock }) => expectedPerMinuteAt(traffic, clock.now()),
    expectedByHour: (traffic) => kindsOfHours.map((at) => expectedPerMinuteAt(traffic, at)),
    observedPerMinute: ({ subjectId, policy, learned }, _args, { summaryOf }) => {
      const { traffic } = summaryOf(subjectId, allSamples, policy, learned)
      return traffic ? traffic.observed.lastFive / minutesOfFewest : null
    },
    learning: (traffic, _args, { clock }) => {
      const expected = expectedAt(traffic, clock.now())
      return expected.reason === 'LEARNING' ? expected : null
    },
  },
  SlowBudget: {
    normalSince: ({ learned }) => learned && new Date(learned.since),
    learning: ({ reason, subjectId }, _args, { loaders }) =>
      reason === 'LEARNING' ? loaders.learningProgress.load(subjectId) : null,
    learnedAt: ({ learned }) => learned && new Date(learned.learnedTo),
    drift: ({ learned }) => {
      const drift = learned && driftOf(learned)
      if (!drift) return null
      const { fromMs, toMs, since } = drift
      return { fromMs: Math.round(fromMs), toMs: Math.round(toMs), since: new Date(since) }
    },
  },
  PolicyPreview: {
    comparison: ({ result }) => result,
  },
  PolicyProblem: {
    message: ({ sentence }, args) => render(sentence, languageOf(args.language, 'EN')),
  },
  PolicyComparison: {
    thresholds: ({ policy }) => policy,
    current: ({ current }) => current(),
    proposed: ({ draft }) => draft,
    incidentDifference: ({ draft, happened }) => draft.incidentCount - happened.incidentCount,
    minuteDifference: ({ draft, happened }) => draft.minutes - happened.minutes,
  },
  PreviewOutcome: {
    incidents: ({ incidents }, { first }) => incidents.slice(0, parseLimit(first)),
  },
} satisfies Resolvers
