import { Link } from '@tanstack/react-router'
import { onboardingsQuery, type OnboardingRow, type OnboardingStage } from '../../../api/trade/onboarding.ts'
import { usePaginatedRows } from '../../../api/client/pagination.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { formatDuration } from '../../../format/formatTime.ts'
import { localize } from '../../../i18n.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { LoadMore } from '../../../ui/list/LoadMore.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { type OnboardingFilters, toServerFilter } from './filters.ts'
import { stageLabels, stageTable, stepLabels } from '../labels.ts'
import classes from './StageColumn.module.css'

const text = localize(
  {
    none: 'Ninguna librería.',
    stands: (duration: string) => `Lleva ${duration}`,
    responsible: (name: string) => `La lleva ${name}`,
    nobody: 'No la lleva nadie',
    next: (step: string) => `Falta: ${step}`,
    complete: 'No falta nada',
  },
  {
    none: 'No bookshop.',
    stands: (duration) => `For ${duration}`,
    responsible: (name) => `In the hands of ${name}`,
    nobody: 'In nobody’s hands',
    next: (step) => `Missing: ${step}`,
    complete: 'Nothing is missing',
  },
)

type Props = { stage: OnboardingStage; filters: OnboardingFilters }

/** The bookshops in one stage, the longest in it first. */
export function StageColumn({ stage, filters }: Props) {
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(
    onboardingsQuery(toServerFilter(filters, stage)),
  )
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  return (
    <Section title={stageLabels[stage]} aside={totalCount !== undefined && formatInteger(totalCount)} busy={!rows}>
      {rows?.length === 0 && <p className={classes.none}>{text.none}</p>}
      <ul>
        {rows?.map((onboarding) => (
          <Item key={onboarding.id} onboarding={onboarding} />
        ))}
      </ul>
      {rows && rows.length > 0 && <LoadMore {...pagination} loaded={rows.length} total={totalCount ?? rows.length} />}
    </Section>
  )
}

function Item({ onboarding }: { onboarding: OnboardingRow }) {
  const { id, library, since, responsible, nextStep, stage } = onboarding
  const now = useNow()
  return (
    <li className={classes.item}>
      <Link to="/onboarding/$code" params={{ code: id }} className={classes.link}>
        {library.name}
      </Link>
      <p className={classes.detail}>
        <code>{id}</code>
        {library.city && ` · ${library.city}`}
      </p>
      <p className={classes.facts}>
        <span>{text.stands(formatDuration(since, now))}</span>
        <span>{responsible ? text.responsible(responsible.name) : text.nobody}</span>
        {stageTable[stage].isOpen && (
          <span className={classes.next}>{nextStep ? text.next(stepLabels[nextStep.key]) : text.complete}</span>
        )}
      </p>
    </li>
  )
}
