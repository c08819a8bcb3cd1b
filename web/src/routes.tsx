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
import { readView } from './pages/audit/filters.ts'
import { readFilters, sortableEndpoints } from './pages/endpoints/filters.ts'
import { readWindow } from './pages/health/windows.ts'
import { readIncidentFilters } from './pages/incidents/filters.ts'
import { sortableIntegrations } from './pages/integrations/sortable.ts'
import { readMessageFilters } from './pages/messages/filters.ts'
import { readView as readMessageView } from './pages/messages/views.ts'
import { readOutcome } from './pages/replays/outcomes.ts'
import { readCustomerFilters } from './pages/customers/filters.ts'
import { readLibraryFilters } from './pages/libraries/filters.ts'
import { Failure } from './ui/Failure.tsx'
import { present } from './ui/list/search.ts'
import { readSort } from './ui/table/columns.ts'
import { titles } from './titles.ts'

declare module '@tanstack/react-router' {
  // Declaration merging: the router requires interfaces.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface StaticDataRouteOption {
    title?: string
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface HistoryState {
    /** Set if the detail panel was opened from its list: closing it then navigates back. */
    openedHere?: true
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

// Every route below requires a session: it is requested once; without one, redirect to sign-in.
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

const page = <Path extends string>(path: Path, title: string) =>
  ({ getParentRoute: () => app, path, staticData: { title } }) as const

const overview = createRoute({
  ...page('/', titles.overview),
  validateSearch: (search): { pared?: true } => (search.pared === undefined ? {} : { pared: true }),
  component: lazyRouteComponent(() => import('./pages/overview/OverviewPage.tsx'), 'OverviewPage'),
})

const libraries = createRoute({
  ...page('/libraries', titles.libraries),
  validateSearch: readLibraryFilters,
  component: lazyRouteComponent(() => import('./pages/libraries/LibrariesPage.tsx'), 'LibrariesPage'),
})

const library = createRoute({
  ...page('/libraries/$code', titles.library),
  component: lazyRouteComponent(() => import('./pages/libraries/LibraryPage.tsx'), 'LibraryPage'),
})

const customers = createRoute({
  ...page('/customers', titles.customers),
  validateSearch: readCustomerFilters,
  component: lazyRouteComponent(() => import('./pages/customers/CustomersPage.tsx'), 'CustomersPage'),
})

const customer = createRoute({
  ...page('/customers/$id', titles.customer),
  component: lazyRouteComponent(() => import('./pages/customers/CustomerPage.tsx'), 'CustomerPage'),
})

const integrations = createRoute({
  ...page('/integrations', titles.integrations),
  validateSearch: (search) => present({ sort: readSort(sortableIntegrations, search.sort) }),
  component: lazyRouteComponent(() => import('./pages/integrations/IntegrationsPage.tsx'), 'IntegrationsPage'),
})

const integration = createRoute({
  ...page('/integrations/$key', titles.integration),
  component: lazyRouteComponent(() => import('./pages/integrations/IntegrationPage.tsx'), 'IntegrationPage'),
})

const messages = createRoute({
  ...page('/messages', titles.messages),
  validateSearch: readMessageFilters,
  component: lazyRouteComponent(() => import('./pages/messages/MessagesPage.tsx'), 'MessagesPage'),
})

const message = createRoute({
  ...page('/messages/$id', titles.message),
  validateSearch: readMessageView,
  component: lazyRouteComponent(() => import('./pages/messages/MessagePage.tsx'), 'MessagePage'),
})

const replay = createRoute({
  ...page('/replays/$id', titles.replay),
  validateSearch: (search) => present({ outcome: readOutcome(search.outcome) }),
  component: lazyRouteComponent(() => import('./pages/messages/ReplayPage.tsx'), 'ReplayPage'),
})

const endpoints = createRoute({
  ...page('/endpoints', titles.endpoints),
  validateSearch: (search) => ({
    ...readFilters(search),
    ...present({ sort: readSort(sortableEndpoints, search.sort) }),
  }),
  component: lazyRouteComponent(() => import('./pages/endpoints/EndpointsPage.tsx'), 'EndpointsPage'),
})

const endpoint = createRoute({
  ...page('/endpoints/$id', titles.endpoint),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/endpoints/EndpointPage.tsx'), 'EndpointPage'),
})

const incidents = createRoute({
  ...page('/incidents', titles.incidents),
  validateSearch: readIncidentFilters,
  component: lazyRouteComponent(() => import('./pages/incidents/IncidentsPage.tsx'), 'IncidentsPage'),
})

const incident = createRoute({
  ...page('/incidents/$id', titles.incident),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/incidents/IncidentPage.tsx'), 'IncidentPage'),
})

const audit = createRoute({
  ...page('/audit', titles.audit),
  validateSearch: readView,
  component: lazyRouteComponent(() => import('./pages/audit/AuditPage.tsx'), 'AuditPage'),
})

const operators = createRoute({
  ...page('/operators', titles.operators),
  component: lazyRouteComponent(() => import('./pages/operators/OperatorsPage.tsx'), 'OperatorsPage'),
})

const account = createRoute({
  ...page('/account', titles.account),
  component: lazyRouteComponent(() => import('./pages/account/AccountPage.tsx'), 'AccountPage'),
})

// Any other path. Its parent is `app`: signed-in operators see it inside the shell, others sign in first.
const unknown = createRoute({
  ...page('/$', titles.unknown),
  component: NotFound,
})

const pages = [
  ...[overview, libraries, library, customers, customer],
  ...[integrations, integration, messages, message, replay],
  ...[endpoints, endpoint, incidents, incident],
  ...[audit, operators, account, unknown],
] as const

/** Creates the router with all pages. */
export const makeRouter = (cache: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([signIn, app.addChildren(pages)]),
    context: { cache },
    defaultPreload: 'intent',
  })

function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  const { invalidate } = useRouter()
  const retry = () => {
    reset()
    void invalidate()
  }
  return <Failure error={error instanceof Error ? error : new Error(String(error))} onRetry={retry} />
}

// Only same-origin paths, to prevent an open redirect after sign-in.
const isOurs = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/u.test(path)
