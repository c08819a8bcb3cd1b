import { Link } from '@tanstack/react-router'
import { type OnboardingStage, useStageCounts } from '../../../api/trade/onboarding.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { localize } from '../../../i18n.ts'
import { shownStages } from './filters.ts'
import { closedStages, stageLabels } from '../labels.ts'
import classes from './StageLinks.module.css'

const text = localize(
  { label: 'Etapas', open: 'Solicitadas y en pruebas' },
  { label: 'Stages', open: 'Requested and under test' },
)

/** Links to the bookshops in onboarding and to those of each other stage, with their numbers. */
export function StageLinks({ current }: { current: OnboardingStage | undefined }) {
  const counts = useStageCounts()
  const countOf = (stages: readonly OnboardingStage[]) =>
    counts && formatInteger(stages.reduce((total, stage) => total + (counts.get(stage) ?? 0), 0))
  return (
    <nav className={classes.links} aria-label={text.label}>
      {[undefined, ...closedStages].map((stage) => (
        <Link
          key={stage ?? 'open'}
          to="/onboarding"
          search={stage ? { stage } : {}}
          activeOptions={{ exact: true }}
          className={classes.link}
          aria-current={stage === current ? 'true' : undefined}
        >
          {stage ? stageLabels[stage] : text.open}{' '}
          <span className={classes.count}>{countOf(shownStages({ stage }))}</span>
        </Link>
      ))}
    </nav>
  )
}
