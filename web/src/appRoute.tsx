import { type QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isSessionOver } from './api/client/request.ts'
import { readSignInMethods, sessionQuery } from './api/auth/session.ts'
import { App } from './App.tsx'
import { RouteError } from './RouteError.tsx'

/** The root of all routes. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

/** The page to sign in. */
export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { next?: string; ended?: true; unreachable?: true } => ({
    ...(isSameOriginPath(search.next) && { next: search.next }),
    ...(search.ended === true && { ended: true }),
    ...(search.unreachable === true && { unreachable: true }),
  }),
  // Kept out of the query cache, which is cleared when a session ends.
  loader: readSignInMethods,
  component: lazyRouteComponent(() => import('./pages/SignInPage.tsx'), 'SignInPage'),
})

/**
 * Parent of every page that requires a session. The session is requested once; without a session, redirects to sign-in.
 */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ context: { queryClient }, location: { href } }) => {
    try {
      await queryClient.query({ ...sessionQuery, staleTime: 'static' })
    } catch (error) {
      if (isSessionOver(error)) redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href }, throw: true })
      throw error
    }
  },
  component: App,
  // Shows nothing, because the shell of index.html is still visible.
  pendingComponent: () => null,
  errorComponent: RouteError,
})

/** Options of a page of the application: its parent, path and title. */
export const page = <Path extends string>(path: Path, title: string) =>
  ({ getParentRoute: () => app, path, staticData: { title } }) as const

// Only same-origin paths, to prevent an open redirect after sign-in.
const isSameOriginPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/u.test(path)
