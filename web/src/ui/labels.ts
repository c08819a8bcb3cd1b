import { localize } from '../i18n.ts'

/**
 * The keys of a table in its order. Used for the values of an enumeration whose labels or other facts the table holds.
 */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) => Object.keys(table) as Key[]

/** Texts shared by several pages. */
export const commonLabels = localize(
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
    reasonMissing: 'Falta el motivo.',
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
    reasonMissing: 'The reason is missing.',
    retry: 'Try again',
    search: 'Search',
    state: 'State',
    yes: 'Yes',
  },
)
