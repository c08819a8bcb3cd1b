import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Endpoint, endpointQuery } from '../../api/endpoints.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { HealthReport } from '../health/HealthReport.tsx'
import { CriticalMark } from './CriticalMark.tsx'
import classes from './EndpointPage.module.css'
import { EndpointTitle } from './EndpointTitle.tsx'
import { NO_AREA } from './filters.ts'

const route = getRouteApi('/app/endpoints/$id')

const text = words(
  {
    noArea: 'Sin área',
    needsSession: 'Exige sesión',
    needsNone: 'Sin sesión',
    unknown: 'No hay ningún endpoint con este identificador',
    hint: 'Puede que se haya retirado del servicio, o que la dirección no esté completa.',
    list: 'Ver todos los endpoints',
  },
  {
    noArea: 'No area',
    needsSession: 'Needs a session',
    needsNone: 'Needs no session',
    unknown: 'There is no endpoint with this id',
    hint: 'It may have been retired, or the address may not be complete.',
    list: 'View all endpoints',
  },
)

/** One endpoint: its description, current health and history. */
export function EndpointPage() {
  const { id } = route.useParams()
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(id))
  if (!endpoint && error) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        above={<Link to="/endpoints">{titles.endpoints}</Link>}
        title={<EndpointTitle id={id} />}
        summary={endpoint && <About endpoint={endpoint} />}
      />
      {endpoint === null ? (
        <Nothing title={text.unknown} hint={text.hint} />
      ) : (
        <HealthReport kind="ENDPOINTS" id={id} />
      )}
    </>
  )
}

function About({ endpoint: { area, authRequired, critical, state } }: { endpoint: Endpoint }) {
  return (
    <div className={classes.about}>
      <StateMark state={state} />
      <Link to="/endpoints" search={{ area: area?.id ?? NO_AREA }}>
        {area?.name ?? text.noArea}
      </Link>
      <span>{authRequired ? text.needsSession : text.needsNone}</span>
      {critical && <CriticalMark />}
    </div>
  )
}
