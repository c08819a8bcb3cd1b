import { Skeleton } from '@mantine/core'
import { useTable } from '@tanstack/react-table'
import { type EndpointRow } from '../../api/inventory.ts'
import { columns, features } from './columns.tsx'
import classes from './EndpointTable.module.css'
import { fromSorting, type Sort, toSorting } from './sorting.ts'

type Props = {
  /** Undefined while nothing is known. */
  rows: EndpointRow[] | undefined
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

const NO_ROWS: EndpointRow[] = []
const PLACES = 7

/** The table of endpoints. Its roles are spelled out because a phone sees it as cards, which would drop them. */
export function EndpointTable({ rows, sort, onSort }: Props) {
  const sorting = toSorting(sort)
  const table = useTable({
    features,
    columns,
    data: rows ?? NO_ROWS,
    getRowId: ({ id }) => id,
    state: { sorting },
    onSortingChange: (update) => {
      onSort(fromSorting(typeof update === 'function' ? update(sorting) : update))
    },
  })
  if (rows?.length === 0) return <NothingMatches />
  return (
    <div className={classes.frame}>
      <table className={classes.table} role="table" aria-labelledby="table-title" aria-busy={!rows}>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  role="columnheader"
                  scope="col"
                  data-column={header.column.id}
                  aria-sort={ariaSort[header.column.getIsSorted() || 'none']}
                >
                  <button type="button" className={classes.sort} onClick={header.column.getToggleSortingHandler()}>
                    <table.FlexRender header={header} />
                  </button>
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {rows ? (
            table.getRowModel().rows.map((row) => (
              <tr key={row.id} role="row">
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} role="cell" data-column={cell.column.id} data-title={cell.column.columnDef.header}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <Placeholder />
          )}
        </tbody>
      </table>
    </div>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const

function Placeholder() {
  return Array.from({ length: PLACES }, (_, place) => (
    <tr key={place} role="row">
      {columns.map((_column, index) => (
        <td key={index} role="cell">
          <Skeleton height={12} width={index === 1 ? '70%' : 56} my={4} />
        </td>
      ))}
    </tr>
  ))
}

function NothingMatches() {
  return (
    <div className={classes.nothing} role="status">
      <p>
        <strong>Sin coincidencias</strong>
      </p>
      <p>Ajusta los filtros para ver resultados.</p>
    </div>
  )
}
