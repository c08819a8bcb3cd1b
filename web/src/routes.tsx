import { type QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { isSessionOver } from './api/request.ts'
import { sessionQuery } from './api/session.ts'
import { App } from './App.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { readFilters } from './pages/endpoints/filters.ts'
import { readSort } from './pages/endpoints/sorting.ts'
import { Failure } from './ui/Failure.tsx'

declare module '@tanstack/react-router' {
  // These are the router's own interfaces, to be completed.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface StaticDataRouteOption {
    title?: string
  }
}

const root = createRootRouteWithContext<{ cache: QueryClient }>()()

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { next?: string; ended?: true } => ({
    ...(isOurs(search.next) && { next: search.next }),
    ...(search.ended === true && { ended: true }),
  }),
  component: lazyRouteComponent(() => import('./pages/SignInPage.tsx'), 'SignInPage'),
})

// Everything below needs a session: it is asked for once, and its absence leads to sign-in.
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ context: { cache }, location: { href } }) => {
    try {
      await cache.query({ ...sessionQuery, staleTime: 'static' })
    } catch (error) {
      if (isSessionOver(error)) redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href }, throw: true })
      throw error
    }
  },
  component: App,
  errorComponent: Broken,
})

const landing = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/endpoints', replace: true, throw: true })
  },
})

const endpoints = createRoute({
  getParentRoute: () => app,
  path: '/endpoints',
  staticData: { title: 'Endpoints' },
  validateSearch: (search) => {
    const sort = readSort(search.sort)
    return { ...readFilters(search), ...(sort && { sort }) }
  },
  component: lazyRouteComponent(() => import('./pages/endpoints/EndpointsPage.tsx'), 'EndpointsPage'),
})

/** Every page there is. */
export const makeRouter = (cache: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([signIn, app.addChildren([landing, endpoints])]),
    context: { cache },
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFound,
  })

function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  const { invalidate } = useRouter()
  const retry = () => {
    reset()
    void invalidate()
  }
  return <Failure error={error instanceof Error ? error : new Error(String(error))} onRetry={retry} />
}

// Only paths of ours: a link to our sign-in must not lead elsewhere afterwards.
const isOurs = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/u.test(path)
