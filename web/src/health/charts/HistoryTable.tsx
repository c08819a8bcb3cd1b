import { useMemo } from 'react'
import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatPercent, formatInteger, formatTenths } from '../../format/formatNumber.ts'
import { type Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatPercentile } from '../latencyText.ts'
import { formatInterval } from './axisTicks.ts'
import { type Span, type Step } from './timeSteps.ts'
import { kinds } from '../../subjects/kinds.ts'

const text = localize(
  {
    label: 'Evolución, en números',
    when: 'Cuándo',
    errors: 'Errores (%)',
    budget: 'Límite (ms)',
    expected: 'Esperadas (≥)',
    none: 'Sin muestras',
    hint: 'No se recibió ninguna en este periodo.',
  },
  {
    label: 'Trend in figures',
    when: 'When',
    errors: 'Errors (%)',
    budget: 'Limit (ms)',
    expected: 'Expected (≥)',
    none: 'No samples',
    hint: 'None were received in this period.',
  },
)

/** The data of the charts as a table, newest first. Steps without samples have no row. */
export function HistoryTable({ kind, span }: { kind: Kind; span: Span }) {
  const isExpected = span.steps.some(({ expected }) => expected !== null)
  const columns = useMemo(() => createColumns(kind, isExpected), [kind, isExpected])
  const rows = useMemo(() => span.steps.filter(({ point }) => point).toReversed(), [span])
  return (
    <DataTable
      label={text.label}
      columns={columns}
      rows={rows}
      getRowId={({ from }) => String(from)}
      empty={<EmptyState title={text.none} hint={text.hint} />}
    />
  )
}

function createColumns(kind: Kind, isExpected: boolean): readonly Column<Step>[] {
  return [
    { id: 'when', title: text.when, wide: true, cell: formatInterval },
    numeric('requests', kinds[kind].requests.title, ({ point }) => formatInteger(point?.requests)),
    ...(isExpected ? [numeric('expected', text.expected, ({ expected }) => formatTenths(expected))] : []),
    numeric('errors', text.errors, ({ point }) => formatPercent(point?.errorRate)),
    numeric('p50', 'p50 (ms)', ({ point }) => formatPercentile(point?.latency, 'p50')),
    numeric('p95', 'p95 (ms)', ({ point }) => formatPercentile(point?.latency, 'p95')),
    numeric('p99', 'p99 (ms)', ({ point }) => formatPercentile(point?.latency, 'p99')),
    numeric('budget', text.budget, ({ budgetMs }) => formatInteger(budgetMs)),
  ]
}

const numeric = (id: string, title: string, cell: (step: Step) => string): Column<Step> => ({
  ...{ id, title, cell, width: 120, align: 'end' },
})
