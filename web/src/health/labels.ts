import { type Kind, type State } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'

/** Labels of the states; the Spanish ones are the platform's exact ones. */
export const stateLabels: Record<State, string> = localize(
  { OPERATIVO: 'Operativo', DEGRADADO: 'Degradado', FALLANDO: 'Fallando', DESCONOCIDO: 'Desconocido' },
  { OPERATIVO: 'Operational', DEGRADADO: 'Degraded', FALLANDO: 'Failing', DESCONOCIDO: 'Unknown' },
)

/** Labels of the kinds. */
export const kindLabels: Record<Kind, string> = localize(
  { LIBRERIAS: 'Librerías', ENDPOINTS: 'Endpoints', INTEGRACIONES: 'Integraciones' },
  { LIBRERIAS: 'Bookshops', ENDPOINTS: 'Endpoints', INTEGRACIONES: 'Integrations' },
)

/** Singular labels of the kinds. */
export const singularKindLabels: Record<Kind, string> = localize(
  { LIBRERIAS: 'Librería', ENDPOINTS: 'Endpoint', INTEGRACIONES: 'Integración' },
  { LIBRERIAS: 'Bookshop', ENDPOINTS: 'Endpoint', INTEGRACIONES: 'Integration' },
)

/** States in the order of filters, worst first. */
export const states = ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO'] as const satisfies readonly State[]
