import { getRouteApi } from '@tanstack/react-router'
import { SilentSourcesNotice } from '../../notifications/SilentSourcesNotice.tsx'
import { WallPage } from '../wall/WallPage.tsx'
import { Areas } from './Areas.tsx'
import { InMaintenance } from './InMaintenance.tsx'
import { Kinds } from './Kinds.tsx'
import { Last24Hours } from './lastDay/Last24Hours.tsx'
import { OpenIncidents } from './incidents/OpenIncidents.tsx'
import { OverviewHeader } from './OverviewHeader.tsx'
import { UnwatchedServices } from './UnwatchedServices.tsx'
import classes from './OverviewPage.module.css'

const route = getRouteApi('/app/')

/** The state of the platform at a glance: the overview, or the wall, which is legible from across the room. */
export function OverviewPage() {
  const { pared: isWall } = route.useSearch()
  return isWall ? <WallPage /> : <Overview />
}

function Overview() {
  return (
    <>
      <OverviewHeader />
      <SilentSourcesNotice />
      <UnwatchedServices />
      <div className={classes.overview}>
        <OpenIncidents />
        <InMaintenance />
        <Kinds />
        <Areas />
        <Last24Hours />
      </div>
    </>
  )
}
