import { Link, getRouteApi } from '@tanstack/react-router'
import { type IntegrationRow, SINLI_INBOUND, useIntegration } from '../../api/integrations.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { HealthReport } from '../health/HealthReport.tsx'
import { ReplayList } from '../replays/ReplayList.tsx'
import classes from './IntegrationPage.module.css'
import { MessagesByStatus } from './MessagesByStatus.tsx'

const route = getRouteApi('/app/integrations/$key')

const text = words(
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

/** One integration: its health, its history, and for SINLI its messages and replays. */
export function IntegrationPage() {
  const { key } = route.useParams()
  const { data: integration, error, refetch } = useIntegration(key)
  if (integration === undefined && error) return <Failure error={error} onRetry={() => void refetch()} />
  const back = <Link to="/integrations">{titles.integrations}</Link>
  if (integration === null) {
    return (
      <>
        <PageHeader title={titles.integration} above={back} />
        <Nothing title={text.missing} hint={text.hint} />
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
      />
      <div className={classes.parts}>
        {isSinli && <MessagesByStatus />}
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
      <StateMark state={state} />
      <code className={classes.key}>{id}</code>
    </p>
  )
}
