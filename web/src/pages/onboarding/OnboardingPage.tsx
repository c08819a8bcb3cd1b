import { getRouteApi, Link } from '@tanstack/react-router'
import { type Onboarding, useOnboarding } from '../../api/trade/onboarding.ts'
import { formatDuration } from '../../format/formatTime.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { MissingPermission } from '../../permissions/MissingPermission.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { useNow } from '../../ui/useNow.ts'
import { AuditLink } from '../audit/AuditLink.tsx'
import { stageLabels } from './labels.ts'
import classes from './OnboardingPage.module.css'
import { Responsible } from './Responsible.tsx'
import { StageActions } from './StageActions.tsx'
import { StepItem } from './StepItem.tsx'

const route = getRouteApi('/app/onboarding/$code')

const text = localize(
  {
    steps: 'Pasos',
    progress: (done: number, all: number) => `${String(done)} de ${String(all)}`,
    stands: (stage: string, duration: string) => `${stage} desde hace ${duration}`,
    library: 'Ver la librería',
    missing: (code: string) => `No hay ninguna librería con el código ${code}`,
    missingHint: 'Comprueba el código, o búscala por su nombre.',
    underTest: 'En pruebas: sus incidentes no cuentan ni se avisan hasta que se active.',
  },
  {
    steps: 'Steps',
    progress: (done, all) => `${String(done)} of ${String(all)}`,
    stands: (stage, duration) => `${stage} for ${duration}`,
    library: 'See the bookshop',
    missing: (code) => `There is no bookshop with the code ${code}`,
    missingHint: 'Check the code, or look for it by its name.',
    underTest: 'Under test: its incidents do not count, and nobody is alerted, until it is activated.',
  },
)

/** One bookshop in onboarding: its stage, the responsible operator, and its steps. */
export function OnboardingPage() {
  const { code } = route.useParams()
  const { data: onboarding, error, refetch } = useOnboarding(code)
  if (!onboarding && error) return <LoadError error={error} onRetry={() => void refetch()} />
  const above = <Link to="/onboarding">{pageTitles.onboardings}</Link>
  if (onboarding === null) {
    return (
      <>
        <PageHeader above={above} title={code} />
        <EmptyState title={text.missing(code)} hint={text.missingHint} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        above={above}
        title={onboarding?.library.name ?? code}
        summary={onboarding && <Summary onboarding={onboarding} />}
      >
        <Link to="/libraries/$code" params={{ code }}>
          {text.library}
        </Link>
        <AuditLink object={`library:${code}`} />
      </PageHeader>
      <div className={classes.page}>
        <MissingPermission permission="onboard:Library" />
        {onboarding && <StageActions onboarding={onboarding} />}
        {onboarding?.stage === 'EN_PRUEBAS' && <p className={classes.note}>{text.underTest}</p>}
        <Steps onboarding={onboarding} />
      </div>
    </>
  )
}

function Summary({ onboarding }: { onboarding: Onboarding }) {
  const { id, stage, since } = onboarding
  const now = useNow()
  return (
    <span className={classes.summary}>
      <code>{id}</code>
      <strong>{text.stands(stageLabels[stage], formatDuration(since, now))}</strong>
      <Responsible onboarding={onboarding} />
    </span>
  )
}

function Steps({ onboarding }: { onboarding: Onboarding | undefined }) {
  const steps = onboarding?.steps ?? []
  const settled = steps.filter(({ status }) => status !== 'MISSING').length
  return (
    <Section title={text.steps} aside={onboarding && text.progress(settled, steps.length)} busy={!onboarding}>
      {onboarding && (
        <ol className={classes.steps}>
          {steps.map((step) => (
            <StepItem key={step.key} step={step} onboarding={onboarding} />
          ))}
        </ol>
      )}
    </Section>
  )
}
