import { type OnboardingStage } from '../../../api/trade/onboarding.ts'
import { type OnboardingFilter } from '../../../generated/graphql.ts'
import { omitUndefined, parseOneOf, parseString } from '../../../ui/list/searchParams.ts'
import { openStages, stages } from '../labels.ts'

/** The choices of the filter for stalled onboardings, in days. */
export const stalledChoices = ['7', '14', '30', '90'] as const

/** The tab and the filters of the board, as in the URL. */
export type OnboardingFilters = {
  tab?: 'unknown'
  q?: string
  stage?: OnboardingStage
  stalled?: (typeof stalledChoices)[number]
}

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readOnboardingFilters = (search: Record<string, unknown>): OnboardingFilters =>
  omitUndefined({
    tab: parseOneOf(['unknown'] as const, search.tab),
    q: parseString(search.q),
    stage: parseOneOf(stages, search.stage),
    stalled: parseOneOf(stalledChoices, String(search.stalled)),
  })

/** The stages that the board shows: those in onboarding, or the requested one. */
export const shownStages = ({ stage }: OnboardingFilters): readonly OnboardingStage[] => (stage ? [stage] : openStages)

/** The filter of the server for one stage of the board. */
export const toServerFilter = ({ q, stalled }: OnboardingFilters, stage: OnboardingStage): OnboardingFilter => ({
  stages: [stage],
  search: q ?? null,
  stalledDays: stalled === undefined ? null : Number(stalled),
})
