import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { Skeleton } from '@mantine/core'
import { findSharedMinutes, SharedMinutes } from '../display/sharedMinutes.ts'
import { type Column, type Sort, sortRows } from './columns.ts'
import { HeadCell } from './HeadCell.tsx'
import classes from './DataTable.module.css'
import { Row } from './Row.tsx'
import { useVisibleRows } from './useVisibleRows.ts'

type Props<Row> = {
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until the first response. */
  rows: readonly Row[] | undefined
  getRowId: (row: Row) => string
  /** Shown instead of a table without rows. */
  empty: ReactNode
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  /** Number of skeleton rows until the first response. */
  skeletonRows?: number
}

const SKELETON_ROWS = 8

/**
 * Table of records, virtualised if long. Roles are explicit because the card layout on phones changes `display`, which
 * drops the implicit ones.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  getRowId,
  empty,
  sort,
  onSort,
  skeletonRows = SKELETON_ROWS,
}: Props<Row>) {
  const sortedRows = useMemo(() => rows && sortRows(rows, columns, sort), [rows, columns, sort])
  const sharedMinutes = useMemo(() => findSharedMinutes(timesOf(rows ?? [], columns)), [rows, columns])
  const { frame, visible, before, after, measure } = useVisibleRows(sortedRows?.length ?? 0)
  if (rows?.length === 0) return empty
  return (
    <div className={classes.frame} ref={frame}>
      <table
        className={classes.table}
        role="table"
        aria-label={label}
        aria-busy={!rows}
        aria-rowcount={rows && rows.length + 1}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <SharedMinutes value={sharedMinutes}>
          <tbody role="rowgroup">
            {sortedRows ? (
              <>
                <Spacer height={before} span={columns.length} />
                {visible.map((index) => {
                  const row = sortedRows[index]
                  return row === undefined ? null : (
                    <Row key={getRowId(row)} row={row} index={index} columns={columns} measure={measure} />
                  )
                })}
                <Spacer height={after} span={columns.length} />
              </>
            ) : (
              <Placeholder columns={columns} skeletonRows={skeletonRows} />
            )}
          </tbody>
        </SharedMinutes>
      </table>
    </div>
  )
}

const timesOf = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] =>
  columns.flatMap(({ timeOf }) => (timeOf ? rows.flatMap((row) => timeOf(row) ?? []) : []))

// Fills the height of the rows that are not rendered.
function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  const style: CSSProperties = { height }
  return (
    <tr aria-hidden="true" className={classes.spacer} style={style}>
      <td colSpan={span} />
    </tr>
  )
}

function Placeholder<Row>({ columns, skeletonRows }: { columns: readonly Column<Row>[]; skeletonRows: number }) {
  return Array.from({ length: skeletonRows }, (_, index) => (
    <tr key={index} role="row">
      {columns.map(({ id, width }) => (
        <td key={id} role="cell">
          <Skeleton height={12} width={width === undefined ? '70%' : Math.min(56, width - 28)} my={4} />
        </td>
      ))}
    </tr>
  ))
}
