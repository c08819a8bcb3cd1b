import { useEffect, useLayoutEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatch, useRouter } from '@tanstack/react-router'
import { subscribeToChanges } from './api/subscriptions.ts'
import { signOut, watchSession } from './api/auth/session.ts'
import { removeBootShell } from './bootShell.ts'
import { Shell } from './shell/Shell.tsx'
import { TabTitle } from './shell/TabTitle.tsx'
import { useSignOutRedirect } from './useSignOutRedirect.ts'

/** The signed-in part: receives live changes while mounted, and redirects to sign-in once the session is over. */
export function App() {
  const redirectToSignIn = useSignOutRedirect()
  const queryClient = useQueryClient()
  const router = useRouter()

  useLayoutEffect(removeBootShell, [])

  useEffect(() => {
    let isRedirecting = false
    const redirectOnce = () => {
      // Signing out already navigates to sign-in, without the "session ended" notice.
      if (isRedirecting || router.latestLocation.pathname === '/sign-in') return
      isRedirecting = true
      void redirectToSignIn({ ended: true, next: router.state.location.href })
    }
    const cleanups = [watchSession(queryClient, redirectOnce), subscribeToChanges(queryClient)]
    return () => {
      for (const cleanUp of cleanups) cleanUp()
    }
  }, [queryClient, router, redirectToSignIn])

  const signOutAndRedirect = async () => {
    const providerUrl = await signOut()
    await redirectToSignIn({})
    if (providerUrl !== undefined) location.assign(providerUrl)
  }
  const isWall = useMatch({ from: '/app/', shouldThrow: false })?.search.pared === true
  return (
    <>
      <TabTitle />
      {isWall ? <Outlet /> : <Shell onSignOut={signOutAndRedirect} />}
    </>
  )
}
