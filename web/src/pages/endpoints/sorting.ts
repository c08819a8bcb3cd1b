import { type SortingState } from '@tanstack/react-table'

const sortable = ['method', 'path', 'area', 'authRequired', 'state', 'latencyMs', 'errorRate', 'critical'] as const

/** The order of the table as it stands in the URL: a column's name, with a minus in front for descending. */
export type Sort = `${'' | '-'}${(typeof sortable)[number]}`

/** Reads the order from a URL; whatever does not name a column is as if it were absent. */
export function readSort(value: unknown): Sort | undefined {
  return sortable.flatMap((column) => [column, `-${column}`] as const).find((candidate) => candidate === value)
}

/** In the table's own terms. */
export const toSorting = (sort: Sort | undefined): SortingState =>
  sort ? [{ id: sort.replace('-', ''), desc: sort.startsWith('-') }] : []

/** In the URL's terms; undefined is the inventory's own order. */
export const fromSorting = ([first]: SortingState): Sort | undefined =>
  first && readSort(`${first.desc ? '-' : ''}${first.id}`)
