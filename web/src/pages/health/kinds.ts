import { type Kind } from '../../generated/graphql.ts'
import { words } from '../../language.ts'

type RequestWords = {
  title: string
  /** Qualifies the figure as an average. */
  mean: string
  /** Formats a number of them. */
  count: (n: string) => string
}

const requests = words<RequestWords>(
  { title: 'Peticiones', mean: 'de media', count: (n) => `${n} peticiones` },
  { title: 'Requests', mean: 'on average', count: (n) => `${n} requests` },
)

const operations = words<RequestWords>(
  { title: 'Operaciones', mean: 'de media', count: (n) => `${n} operaciones` },
  { title: 'Operations', mean: 'on average', count: (n) => `${n} operations` },
)

/** The thing counted: requests of an endpoint, operations of anything else. */
export const requestWords: Record<Kind, RequestWords> = {
  ENDPOINTS: requests,
  LIBRERIAS: operations,
  INTEGRACIONES: operations,
}
