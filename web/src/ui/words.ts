import { type HttpMethod, type Kind, type State } from '../generated/graphql.ts'
import { words } from '../language.ts'

/** Placeholder for a missing value, which is never shown as zero. */
export const UNKNOWN = '—'

/** Labels of the states; the Spanish ones are the platform's exact ones. */
export const stateLabels: Record<State, string> = words(
  { OPERATIVO: 'Operativo', DEGRADADO: 'Degradado', FALLANDO: 'Fallando', DESCONOCIDO: 'Desconocido' },
  { OPERATIVO: 'Operational', DEGRADADO: 'Degraded', FALLANDO: 'Failing', DESCONOCIDO: 'Unknown' },
)

/** Labels of the kinds. */
export const kindLabels: Record<Kind, string> = words(
  { LIBRERIAS: 'Librerías', ENDPOINTS: 'Endpoints', INTEGRACIONES: 'Integraciones' },
  { LIBRERIAS: 'Bookshops', ENDPOINTS: 'Endpoints', INTEGRACIONES: 'Integrations' },
)

/** Singular labels of the kinds. */
export const kindOfOne: Record<Kind, string> = words(
  { LIBRERIAS: 'Librería', ENDPOINTS: 'Endpoint', INTEGRACIONES: 'Integración' },
  { LIBRERIAS: 'Bookshop', ENDPOINTS: 'Endpoint', INTEGRACIONES: 'Integration' },
)

/** States in the order of filters, worst first. */
export const states = ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO'] as const satisfies readonly State[]

/** HTTP methods in the order of filters. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HttpMethod[]

/** Texts shared by several pages. */
export const common = words(
  {
    all: 'Todos',
    allFeminine: 'Todas',
    cancel: 'Cancelar',
    clear: 'Limpiar',
    close: 'Cerrar',
    filters: 'Filtros',
    more: 'Cargar más',
    no: 'No',
    nothingMatches: 'Sin coincidencias',
    adjust: 'Ajusta los filtros para ver resultados.',
    retry: 'Reintentar',
    search: 'Buscar',
    state: 'Estado',
    yes: 'Sí',
  },
  {
    all: 'All',
    allFeminine: 'All',
    cancel: 'Cancel',
    clear: 'Clear',
    close: 'Close',
    filters: 'Filters',
    more: 'Load more',
    no: 'No',
    nothingMatches: 'No matches',
    adjust: 'Adjust the filters to see results.',
    retry: 'Try again',
    search: 'Search',
    state: 'State',
    yes: 'Yes',
  },
)
