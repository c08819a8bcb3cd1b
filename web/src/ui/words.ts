import { type HttpMethod, type Kind, type State } from '../generated/graphql.ts'
import { words } from '../language.ts'

/** Stands for whatever is not known; never replaced by a zero. */
export const UNKNOWN = '—'

/** The labels of the states; the Spanish ones are the exact ones. */
export const stateLabels: Record<State, string> = words(
  { OPERATIVO: 'Operativo', DEGRADADO: 'Degradado', FALLANDO: 'Fallando', DESCONOCIDO: 'Desconocido' },
  { OPERATIVO: 'Operational', DEGRADADO: 'Degraded', FALLANDO: 'Failing', DESCONOCIDO: 'Unknown' },
)

/** The labels of the kinds. */
export const kindLabels: Record<Kind, string> = words(
  { LIBRERIAS: 'Librerías', ENDPOINTS: 'Endpoints', INTEGRACIONES: 'Integraciones' },
  { LIBRERIAS: 'Bookshops', ENDPOINTS: 'Endpoints', INTEGRACIONES: 'Integrations' },
)

/** What one subject of a kind is called. */
export const kindOfOne: Record<Kind, string> = words(
  { LIBRERIAS: 'Librería', ENDPOINTS: 'Endpoint', INTEGRACIONES: 'Integración' },
  { LIBRERIAS: 'Bookshop', ENDPOINTS: 'Endpoint', INTEGRACIONES: 'Integration' },
)

/** The states, worst first, as filters offer them. */
export const states = ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO'] as const satisfies readonly State[]

/** The methods, as filters offer them. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HttpMethod[]

/** What several pages say alike. */
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
