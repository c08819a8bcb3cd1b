import { type Kind } from '../generated/graphql.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { localize, plural } from '../i18n.ts'

type RequestLabels = {
  title: string
  /** Qualifies the figure as an average. */
  mean: string
  /** Formats a number of them. */
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

/** The thing counted: requests of an endpoint, operations of anything else. */
export const requestLabels: Record<Kind, RequestLabels> = {
  ENDPOINTS: requests,
  LIBRERIAS: operations,
  INTEGRACIONES: operations,
}
