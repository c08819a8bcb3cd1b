import { getRouteApi } from '@tanstack/react-router'
import { WallPage } from '../wall/WallPage.tsx'
import { Areas } from './Areas.tsx'
import { Kinds } from './Kinds.tsx'
import { LastDay } from './LastDay.tsx'
import { Now } from './Now.tsx'
import { OverviewHeader } from './OverviewHeader.tsx'
import classes from './OverviewPage.module.css'

const route = getRouteApi('/app/')

/** The state of the platform at a glance, or the wall, legible from across the room. */
export function OverviewPage() {
  const { pared } = route.useSearch()
  return pared ? <WallPage /> : <Overview />
}

function Overview() {
  return (
    <>
      <OverviewHeader />
      <div className={classes.overview}>
        <Now />
        <Kinds />
        <Areas />
        <LastDay />
      </div>
    </>
  )
}
