import { Link, getRouteApi } from '@tanstack/react-router'
import { type IntegrationRow, SINLI_INBOUND, useIntegration } from '../../api/trade/integrations.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { HealthReport } from '../../health/HealthReport.tsx'
import { PolicyLink } from '../../policy/PolicyLink.tsx'
import { ReplayList } from '../../replays/ReplayList.tsx'
import { HeartbeatFacts } from './HeartbeatFacts.tsx'
import { ServiceFacts } from './ServiceFacts.tsx'
import classes from './IntegrationPage.module.css'
import { MessagesByStatus } from './MessagesByStatus.tsx'

const route = getRouteApi('/app/integrations/$key')

const text = localize(
  {
    missing: 'No existe esta integración',
    hint: 'Quizá se haya retirado, o el enlace esté incompleto.',
    replays: 'Reprocesos',
  },
  {
    missing: 'There is no such integration',
    hint: 'Perhaps it was retired, or the link is incomplete.',
    replays: 'Replays',
  },
)

/**
 * One integration with its health and history. A scheduled job also shows its last run, a service its reports, and
 * SINLI its messages and replays.
 */
export function IntegrationPage() {
  const { key } = route.useParams()
  const { data: integration, error, refetch } = useIntegration(key)
  if (integration === undefined && error) return <LoadError error={error} onRetry={() => void refetch()} />
  const back = integration?.service ? (
    <Link to="/services">{pageTitles.services}</Link>
  ) : (
    <Link to="/integrations">{pageTitles.integrations}</Link>
  )
  if (integration === null) {
    return (
      <>
        <PageHeader title={pageTitles.integration} above={back} />
        <EmptyState title={text.missing} hint={text.hint} />
      </>
    )
  }
  const isSinli = key === SINLI_INBOUND
  return (
    <>
      <PageHeader
        title={integration?.name ?? key}
        above={back}
        summary={integration && <Summary integration={integration} />}
      >
        {integration && <PolicyLink kind="INTEGRACIONES" id={key} />}
      </PageHeader>
      <div className={classes.parts}>
        {isSinli && <MessagesByStatus />}
        {integration?.heartbeat && <HeartbeatFacts integrationKey={key} />}
        {integration?.service && <ServiceFacts integrationKey={key} />}
        <HealthReport kind="INTEGRACIONES" id={key} />
        {isSinli && (
          <section aria-labelledby="replays-title">
            <h2 id="replays-title" className={classes.subtitle}>
              {text.replays}
            </h2>
            <ReplayList />
          </section>
        )}
      </div>
    </>
  )
}

// The report below shows the reason and the time.
function Summary({ integration: { id, state } }: { integration: IntegrationRow }) {
  return (
    <p className={classes.summary}>
      <StateBadge state={state} />
      <code className={classes.key}>{id}</code>
    </p>
  )
}
