import { type Kind } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'

type RequestLabels = {
  title: string
  /** Qualifies the figure as an average. */
  mean: string
  /** Formats a number of them. */
  count: (n: string) => string
}

const requests = localize<RequestLabels>(
  { title: 'Peticiones', mean: 'de media', count: (n) => `${n} peticiones` },
  { title: 'Requests', mean: 'on average', count: (n) => `${n} requests` },
)

const operations = localize<RequestLabels>(
  { title: 'Operaciones', mean: 'de media', count: (n) => `${n} operaciones` },
  { title: 'Operations', mean: 'on average', count: (n) => `${n} operations` },
)

/** The thing counted: requests of an endpoint, operations of anything else. */
export const requestLabels: Record<Kind, RequestLabels> = {
  ENDPOINTS: requests,
  LIBRERIAS: operations,
  INTEGRACIONES: operations,
}
