import { formatInteger } from '../format/formatNumber.ts'
import { type Kind, type Severity } from '../generated/graphql.ts'
import { localize, plural } from '../i18n.ts'
import { keysOf } from '../ui/labels.ts'

/** The words for the requests to a kind of subject. */
type RequestLabels = {
  title: string
  /** Word that marks the figure as an average. */
  mean: string
  /** Formats a number of requests. */
  count: (n: number) => string
}

const requests = localize<RequestLabels>(
  { title: 'Peticiones', mean: 'de media', count: (n) => plural(n, '1 petición', `${formatInteger(n)} peticiones`) },
  { title: 'Requests', mean: 'on average', count: (n) => plural(n, '1 request', `${formatInteger(n)} requests`) },
)

const operations = localize<RequestLabels>(
  { title: 'Operaciones', mean: 'de media', count: (n) => plural(n, '1 operación', `${formatInteger(n)} operaciones`) },
  { title: 'Operations', mean: 'on average', count: (n) => plural(n, '1 operation', `${formatInteger(n)} operations`) },
)

type KindRow = {
  /** The page that lists the subjects. */
  list: '/libraries' | '/endpoints' | '/integrations'
  /** The pages of a subject and of its thresholds. */
  page: (id: string) => Page
  policy: (id: string) => Policy
  /** Whether a service declares the subjects: then the service also decides which are critical, and retires them. */
  isDeclaredByService: boolean
  /** The noun for a subject in the audit trail. */
  noun: string
  requests: RequestLabels
}

const endpointPage = (id: string) => ({ to: '/endpoints/$id', params: { id } }) as const
const libraryPage = (code: string) => ({ to: '/libraries/$code', params: { code } }) as const
const integrationPage = (key: string) => ({ to: '/integrations/$key', params: { key } }) as const
const endpointPolicy = (id: string) => ({ to: '/endpoints/$id/policy', params: { id } }) as const
const libraryPolicy = (code: string) => ({ to: '/libraries/$code/policy', params: { code } }) as const
const integrationPolicy = (key: string) => ({ to: '/integrations/$key/policy', params: { key } }) as const

type Page = ReturnType<typeof endpointPage | typeof libraryPage | typeof integrationPage>
type Policy = ReturnType<typeof endpointPolicy | typeof libraryPolicy | typeof integrationPolicy>

/** The kinds of subject, with everything that differs between them except their names. */
export const kinds: Readonly<Record<Kind, KindRow>> = {
  LIBRERIAS: {
    list: '/libraries',
    page: libraryPage,
    policy: libraryPolicy,
    isDeclaredByService: false,
    noun: 'library',
    requests: operations,
  },
  ENDPOINTS: {
    list: '/endpoints',
    page: endpointPage,
    policy: endpointPolicy,
    isDeclaredByService: true,
    noun: 'endpoint',
    requests,
  },
  INTEGRACIONES: {
    list: '/integrations',
    page: integrationPage,
    policy: integrationPolicy,
    isDeclaredByService: false,
    noun: 'integration',
    requests: operations,
  },
}

/** The kinds in the order of filters. */
export const kindOrder = keysOf(kinds)

/** The names of one subject and of all subjects of a kind. `counted` holds the words after a number. */
type KindNames = { one: string; all: string; counted: [one: string, several: string] }

/** The names of the kinds. */
export const kindNames = localize<Readonly<Record<Kind, KindNames>>>(
  {
    LIBRERIAS: { one: 'Librería', all: 'Librerías', counted: ['librería', 'librerías'] },
    ENDPOINTS: { one: 'Endpoint', all: 'Endpoints', counted: ['endpoint', 'endpoints'] },
    INTEGRACIONES: { one: 'Integración', all: 'Integraciones', counted: ['integración', 'integraciones'] },
  },
  {
    LIBRERIAS: { one: 'Bookshop', all: 'Bookshops', counted: ['bookshop', 'bookshops'] },
    ENDPOINTS: { one: 'Endpoint', all: 'Endpoints', counted: ['endpoint', 'endpoints'] },
    INTEGRACIONES: { one: 'Integration', all: 'Integrations', counted: ['integration', 'integrations'] },
  },
)

type CategoryText = { title: string; description: string }

/** The texts of the categories of the panel. Undefined in Spanish: there the server's texts are shown. */
export const categoryTexts = localize<Readonly<Record<Kind, Record<Severity, CategoryText>>> | undefined>(undefined, {
  LIBRERIAS: {
    FALLANDO: { title: 'Bookshops failing', description: 'Availability and operations' },
    DEGRADADO: { title: 'Bookshops degraded', description: 'Partial operation detected' },
  },
  ENDPOINTS: {
    FALLANDO: { title: 'Endpoints failing', description: 'Critical routes of the admin API' },
    DEGRADADO: { title: 'Endpoints degraded', description: 'Latency or partial errors' },
  },
  INTEGRACIONES: {
    FALLANDO: { title: 'Integrations failing', description: 'External providers and queues' },
    DEGRADADO: { title: 'Integrations degraded', description: 'Partial operation of the connector' },
  },
})
