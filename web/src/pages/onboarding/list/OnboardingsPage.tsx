import { getRouteApi } from '@tanstack/react-router'
import { localize } from '../../../i18n.ts'
import { pageTitles } from '../../../pageTitles.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ChoiceFilter } from '../../../ui/list/ChoiceFilter.tsx'
import { FilterBar } from '../../../ui/list/FilterBar.tsx'
import { TextFilter } from '../../../ui/list/TextFilter.tsx'
import { filterField } from '../../../ui/list/filterField.ts'
import { type OnboardingFilters, shownStages, stalledChoices } from './filters.ts'
import { stageLabels, stages } from '../labels.ts'
import classes from './OnboardingsPage.module.css'
import { OnboardingTabs } from './OnboardingTabs.tsx'
import { StageColumn } from './StageColumn.tsx'
import { StageLinks } from './StageLinks.tsx'
import { UnknownParties } from './UnknownParties.tsx'

const route = getRouteApi('/app/onboarding')

const text = localize(
  {
    searched: 'Nombre, código o SINLI',
    stage: 'Etapa',
    open: 'Solicitadas y en pruebas',
    stalled: 'Paradas',
    anyTime: 'Cualquier tiempo',
    days: (days: string) => `${days} días o más`,
    order: 'Las que llevan más tiempo paradas, primero',
  },
  {
    searched: 'Name, code or SINLI id',
    stage: 'Stage',
    open: 'Requested and under test',
    stalled: 'Standing still',
    anyTime: 'Any time',
    days: (days) => `${days} days or longer`,
    order: 'The longest standing still first',
  },
)

/** The bookshops on their way onto the platform, by stage, and those that are not registered. */
export function OnboardingsPage() {
  const filters = route.useSearch()
  const tab = filters.tab ?? 'board'
  return (
    <>
      <PageHeader title={pageTitles.onboardings} />
      <OnboardingTabs current={tab} />
      {tab === 'unknown' ? <UnknownParties /> : <Board filters={filters} />}
    </>
  )
}

function Board({ filters }: { filters: OnboardingFilters }) {
  const navigate = route.useNavigate()
  const change = (search: OnboardingFilters) => void navigate({ search, replace: true })
  const field = filterField(filters, change)
  const count = [filters.q, filters.stage, filters.stalled].filter(Boolean).length
  return (
    <>
      <FilterBar
        filterCount={count}
        onClear={() => {
          change({})
        }}
        resultCount={text.order}
      >
        <TextFilter {...field('q')} placeholder={text.searched} />
        <ChoiceFilter
          {...field('stage')}
          label={text.stage}
          any={text.open}
          choices={stages.map((value) => ({ value, label: stageLabels[value] }))}
        />
        <ChoiceFilter
          {...field('stalled')}
          label={text.stalled}
          any={text.anyTime}
          choices={stalledChoices.map((value) => ({ value, label: text.days(value) }))}
        />
      </FilterBar>
      <StageLinks current={filters.stage} />
      <div className={classes.board}>
        {shownStages(filters).map((stage) => (
          <StageColumn key={stage} stage={stage} filters={filters} />
        ))}
      </div>
    </>
  )
}
