import { type QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { app, page, root, signIn } from './appRoute.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { readDeliveryFilters } from './pages/alerts/deliveries/filters.ts'
import { readAuditView } from './pages/audit/filters.ts'
import { readEndpointFilters, sortableEndpoints } from './pages/endpoints/filters.ts'
import { readWindow } from './health/charts/chartWindows.ts'
import { readIncidentFilters } from './pages/incidents/list/filters.ts'
import { readIntegrationFilters } from './pages/integrations/filters.ts'
import { sortableIntegrations } from './pages/integrations/sortable.ts'
import { readMessageFilters } from './pages/messages/list/filters.ts'
import { readMessageView as readMessageView } from './pages/messages/views/views.ts'
import { readOutcome } from './replays/outcomes.ts'
import { readCustomerFilters } from './pages/customers/filters.ts'
import { readSupplierFilters } from './pages/suppliers/filters.ts'
import { readOnboardingFilters } from './pages/onboarding/list/filters.ts'
import { readLibraryFilters } from './pages/libraries/filters.ts'
import { readTraceSearch } from './pages/trace/search.ts'
import { PageSkeleton } from './ui/feedback/PageSkeleton.tsx'
import { omitUndefined } from './ui/list/searchParams.ts'
import { readSort } from './ui/table/columns.ts'
import { pageTitles } from './pageTitles.ts'

declare module '@tanstack/react-router' {
  // Declaration merging: the router requires interfaces.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface StaticDataRouteOption {
    title?: string
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface HistoryState {
    /** Whether the detail page was opened from its list: then closing it navigates back. */
    openedFromList?: true
  }
}

const overview = createRoute({
  ...page('/', pageTitles.overview),
  validateSearch: (search): { pared?: true } => (search.pared === undefined ? {} : { pared: true }),
  component: lazyRouteComponent(() => import('./pages/overview/OverviewPage.tsx'), 'OverviewPage'),
})

const onboardings = createRoute({
  ...page('/onboarding', pageTitles.onboardings),
  validateSearch: readOnboardingFilters,
  component: lazyRouteComponent(() => import('./pages/onboarding/list/OnboardingsPage.tsx'), 'OnboardingsPage'),
})

const onboarding = createRoute({
  ...page('/onboarding/$code', pageTitles.onboarding),
  component: lazyRouteComponent(() => import('./pages/onboarding/OnboardingPage.tsx'), 'OnboardingPage'),
})

const libraries = createRoute({
  ...page('/libraries', pageTitles.libraries),
  validateSearch: readLibraryFilters,
  component: lazyRouteComponent(() => import('./pages/libraries/LibrariesPage.tsx'), 'LibrariesPage'),
})

const library = createRoute({
  ...page('/libraries/$code', pageTitles.library),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/libraries/LibraryPage.tsx'), 'LibraryPage'),
})

const libraryPolicy = createRoute({
  ...page('/libraries/$code/policy', pageTitles.policy),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/policy/PolicyPage.tsx'), 'LibraryPolicyPage'),
})

const customers = createRoute({
  ...page('/customers', pageTitles.customers),
  validateSearch: readCustomerFilters,
  component: lazyRouteComponent(() => import('./pages/customers/CustomersPage.tsx'), 'CustomersPage'),
})

const customer = createRoute({
  ...page('/customers/$id', pageTitles.customer),
  component: lazyRouteComponent(() => import('./pages/customers/CustomerPage.tsx'), 'CustomerPage'),
})

const integrations = createRoute({
  ...page('/integrations', pageTitles.integrations),
  validateSearch: (search) => ({
    ...readIntegrationFilters(search),
    ...omitUndefined({ sort: readSort(sortableIntegrations, search.sort) }),
  }),
  component: lazyRouteComponent(() => import('./pages/integrations/IntegrationsPage.tsx'), 'IntegrationsPage'),
})

const integration = createRoute({
  ...page('/integrations/$key', pageTitles.integration),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/integrations/IntegrationPage.tsx'), 'IntegrationPage'),
})

const integrationPolicy = createRoute({
  ...page('/integrations/$key/policy', pageTitles.policy),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/policy/PolicyPage.tsx'), 'IntegrationPolicyPage'),
})

const messages = createRoute({
  ...page('/messages', pageTitles.messages),
  validateSearch: readMessageFilters,
  component: lazyRouteComponent(() => import('./pages/messages/list/MessagesPage.tsx'), 'MessagesPage'),
})

const message = createRoute({
  ...page('/messages/$id', pageTitles.message),
  validateSearch: readMessageView,
  component: lazyRouteComponent(() => import('./pages/messages/MessagePage.tsx'), 'MessagePage'),
})

const suppliers = createRoute({
  ...page('/suppliers', pageTitles.suppliers),
  validateSearch: readSupplierFilters,
  component: lazyRouteComponent(() => import('./pages/suppliers/SuppliersPage.tsx'), 'SuppliersPage'),
})

const supplier = createRoute({
  ...page('/suppliers/$id', pageTitles.supplier),
  component: lazyRouteComponent(() => import('./pages/suppliers/SupplierPage.tsx'), 'SupplierPage'),
})

const replay = createRoute({
  ...page('/replays/$id', pageTitles.replay),
  validateSearch: (search) => omitUndefined({ outcome: readOutcome(search.outcome) }),
  component: lazyRouteComponent(() => import('./pages/replays/ReplayPage.tsx'), 'ReplayPage'),
})

const endpoints = createRoute({
  ...page('/endpoints', pageTitles.endpoints),
  validateSearch: (search) => ({
    ...readEndpointFilters(search),
    ...omitUndefined({ sort: readSort(sortableEndpoints, search.sort) }),
  }),
  component: lazyRouteComponent(() => import('./pages/endpoints/EndpointsPage.tsx'), 'EndpointsPage'),
})

const endpoint = createRoute({
  ...page('/endpoints/$id', pageTitles.endpoint),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/endpoints/EndpointPage.tsx'), 'EndpointPage'),
})

const endpointPolicy = createRoute({
  ...page('/endpoints/$id/policy', pageTitles.policy),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/policy/PolicyPage.tsx'), 'EndpointPolicyPage'),
})

const incidents = createRoute({
  ...page('/incidents', pageTitles.incidents),
  validateSearch: readIncidentFilters,
  component: lazyRouteComponent(() => import('./pages/incidents/list/IncidentsPage.tsx'), 'IncidentsPage'),
})

const alerts = createRoute({
  ...page('/alerts', pageTitles.alerts),
  component: lazyRouteComponent(() => import('./pages/alerts/AlertsPage.tsx'), 'AlertsPage'),
})

const destination = createRoute({
  ...page('/alerts/$id', pageTitles.destination),
  validateSearch: readDeliveryFilters,
  component: lazyRouteComponent(() => import('./pages/alerts/destinations/DestinationPage.tsx'), 'DestinationPage'),
})

const maintenance = createRoute({
  ...page('/maintenance', pageTitles.maintenance),
  component: lazyRouteComponent(() => import('./pages/maintenance/MaintenancePage.tsx'), 'MaintenancePage'),
})

const incident = createRoute({
  ...page('/incidents/$id', pageTitles.incident),
  validateSearch: readWindow,
  component: lazyRouteComponent(() => import('./pages/incidents/IncidentPage.tsx'), 'IncidentPage'),
})

const audit = createRoute({
  ...page('/audit', pageTitles.audit),
  validateSearch: readAuditView,
  component: lazyRouteComponent(() => import('./pages/audit/AuditPage.tsx'), 'AuditPage'),
})

const trace = createRoute({
  ...page('/trace', pageTitles.trace),
  validateSearch: readTraceSearch,
  component: lazyRouteComponent(() => import('./pages/trace/TracePage.tsx'), 'TracePage'),
})

const services = createRoute({
  ...page('/services', pageTitles.services),
  component: lazyRouteComponent(() => import('./pages/services/ServicesPage.tsx'), 'ServicesPage'),
})

const operators = createRoute({
  ...page('/operators', pageTitles.operators),
  component: lazyRouteComponent(() => import('./pages/operators/OperatorsPage.tsx'), 'OperatorsPage'),
})

const account = createRoute({
  ...page('/account', pageTitles.account),
  component: lazyRouteComponent(() => import('./pages/account/AccountPage.tsx'), 'AccountPage'),
})

// Any other path. Its parent is `app`: signed-in operators see it inside the shell, others sign in first.
const unknown = createRoute({
  ...page('/$', pageTitles.unknown),
  component: NotFound,
})

const pages = [
  ...[overview, onboardings, onboarding, libraries, library, customers, customer, suppliers, supplier],
  ...[integrations, integration, messages, message, replay],
  ...[alerts, destination, maintenance],
  ...[endpoints, endpoint, incidents, incident],
  ...[endpointPolicy, libraryPolicy, integrationPolicy],
  ...[audit, trace, services, operators, account, unknown],
] as const

/** Time for which the old page stays while the code of the next one loads; then its placeholder appears. */
const PENDING_MS = 300

/** Creates the router with all pages. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([signIn, app.addChildren(pages)]),
    context: { queryClient },
    // Removes parameters that a page does not know from its address; otherwise the page would send them to the server.
    search: { strict: true },
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: PENDING_MS,
  })
