import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Destination, destinationQuery } from '../../../api/incidents/destinations.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { localize } from '../../../i18n.ts'
import { pageTitles } from '../../../pageTitles.ts'
import { MissingPermission } from '../../../permissions/MissingPermission.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import classes from './DestinationPage.module.css'
import { DeliveryLog } from '../deliveries/DeliveryLog.tsx'
import { DestinationActions } from './DestinationActions.tsx'
import { DestinationFacts } from './DestinationFacts.tsx'
import { DisabledNotice } from './DisabledNotice.tsx'
import { WaitNotice } from './WaitNotice.tsx'

const route = getRouteApi('/app/alerts/$id')

const text = localize(
  { unknown: 'No hay ningún destino con este identificador', hint: 'Puede que se haya eliminado.' },
  { unknown: 'There is no destination with this id', hint: 'It may have been deleted.' },
)

/** One destination: its settings, health and deliveries. */
export function DestinationPage() {
  const { id } = route.useParams()
  return <Page key={id} id={id} />
}

function Page({ id }: { id: string }) {
  const [isDeleted, setDeleted] = useState(false)
  const { data: destination, error, refetch } = useQuery({ ...destinationQuery(id), enabled: !isDeleted })
  const canManage = usePermission('manage:Destination')
  if (!destination && error) return <LoadError error={error} onRetry={() => void refetch()} />
  const above = <Link to="/alerts">{pageTitles.alerts}</Link>
  if (destination === null) {
    return (
      <>
        <PageHeader above={above} title={pageTitles.destination} />
        <EmptyState title={text.unknown} hint={text.hint} />
      </>
    )
  }
  return (
    <>
      <Header destination={destination} above={above}>
        {destination && canManage && (
          <DestinationActions
            destination={destination}
            onDelete={() => {
              setDeleted(true)
            }}
          />
        )}
      </Header>
      <div className={classes.page}>
        <MissingPermission permission="manage:Destination" />
        {destination && <DisabledNotice destination={destination} />}
        {destination && <WaitNotice destination={destination} />}
        <DestinationFacts destination={destination} />
        <DeliveryLog id={id} canRedeliver={canManage && destination?.enabled === true} />
      </div>
    </>
  )
}

type HeaderProps = { destination: Destination | undefined; above: React.ReactNode; children: React.ReactNode }

function Header({ destination, above, children }: HeaderProps) {
  return (
    <PageHeader
      above={above}
      title={destination?.name ?? pageTitles.destination}
      summary={
        destination && (
          <span className={classes.target}>
            {destination.channel.label} · <code>{destination.target}</code>
          </span>
        )
      }
    >
      {children}
    </PageHeader>
  )
}
