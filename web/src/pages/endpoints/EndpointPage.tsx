import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Endpoint, endpointQuery } from '../../api/inventory/endpoints.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { HealthReport } from '../../health/HealthReport.tsx'
import { PolicyLink } from '../../policy/PolicyLink.tsx'
import { CriticalBadge } from './CriticalBadge.tsx'
import classes from './EndpointPage.module.css'
import { EndpointTitle } from './EndpointTitle.tsx'
import { NO_AREA } from './filters.ts'

const route = getRouteApi('/app/endpoints/$id')

const text = localize(
  {
    noArea: 'Sin área',
    service: (name: string) => `Servicio ${name}`,
    needsSession: 'Requiere sesión',
    needsNone: 'Sin sesión',
    unknown: 'No hay ningún endpoint con este identificador',
    hint: 'Puede que se haya retirado del servicio, o que la dirección no esté completa.',
    list: 'Ver todos los endpoints',
  },
  {
    noArea: 'No area',
    service: (name) => `Service ${name}`,
    needsSession: 'Requires a session',
    needsNone: 'No session required',
    unknown: 'There is no endpoint with this id',
    hint: 'It may have been retired, or the address may not be complete.',
    list: 'View all endpoints',
  },
)

/** One endpoint: its description, current health and history. */
export function EndpointPage() {
  const { id } = route.useParams()
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(id))
  if (!endpoint && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        above={<Link to="/endpoints">{pageTitles.endpoints}</Link>}
        title={<EndpointTitle id={id} />}
        tabName={id}
        summary={endpoint && <About endpoint={endpoint} />}
      >
        {endpoint && <PolicyLink kind="ENDPOINTS" id={id} />}
      </PageHeader>
      {endpoint === null ? (
        <EmptyState title={text.unknown} hint={text.hint} />
      ) : (
        <HealthReport kind="ENDPOINTS" id={id} />
      )}
    </>
  )
}

function About({ endpoint: { area, service, authRequired, critical, state } }: { endpoint: Endpoint }) {
  return (
    <div className={classes.about}>
      <StateBadge state={state} />
      <Link to="/endpoints" search={{ area: area?.id ?? NO_AREA }}>
        {area?.name ?? text.noArea}
      </Link>
      {service !== null && (
        <Link to="/endpoints" search={{ service }}>
          {text.service(service)}
        </Link>
      )}
      <span>{authRequired ? text.needsSession : text.needsNone}</span>
      {critical && <CriticalBadge />}
    </div>
  )
}
