import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatch, useRouter } from '@tanstack/react-router'
import { listenForChanges } from './api/live.ts'
import { signOut, watchSession } from './api/session.ts'
import { Shell } from './shell/Shell.tsx'
import { Tab } from './shell/Tab.tsx'
import { useLeave } from './useLeave.ts'

/** Signed-in part: receives live changes while mounted and redirects to sign-in once the session is over. */
export function App() {
  const leave = useLeave()
  const cache = useQueryClient()
  const router = useRouter()

  useEffect(() => {
    let leaving = false
    const leaveOnce = () => {
      // Signing out already navigates to sign-in, without the "session ended" notice.
      if (leaving || router.latestLocation.pathname === '/sign-in') return
      leaving = true
      void leave({ ended: true, next: router.state.location.href })
    }
    const stops = [watchSession(cache, leaveOnce), listenForChanges(cache)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, router, leave])

  const signOutAndLeave = async () => {
    await signOut()
    await leave({})
  }
  const isOnTheWall = useMatch({ from: '/app/', shouldThrow: false })?.search.pared === true
  return (
    <>
      <Tab />
      {isOnTheWall ? <Outlet /> : <Shell onSignOut={signOutAndLeave} />}
    </>
  )
}
