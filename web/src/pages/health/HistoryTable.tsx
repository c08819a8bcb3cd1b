import { useMemo } from 'react'
import { type Kind } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { showPercent, showWhole } from '../../ui/numbers.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { requestWords } from './kinds.ts'
import { showStep } from './marks.ts'
import { type Span, type Step } from './steps.ts'

const text = words(
  {
    label: 'Evolución, en números',
    when: 'Cuándo',
    errors: 'Errores (%)',
    none: 'Sin muestras',
    hint: 'No llegó ninguna en este periodo.',
  },
  {
    label: 'Over time, in numbers',
    when: 'When',
    errors: 'Errors (%)',
    none: 'No samples',
    hint: 'None arrived in this period.',
  },
)

/** The data of the charts as a table, newest first. Steps without samples have no row. */
export function HistoryTable({ kind, span }: { kind: Kind; span: Span }) {
  const columns = useMemo(() => columnsOf(kind), [kind])
  const rows = useMemo(() => span.steps.filter(({ point }) => point).toReversed(), [span])
  return (
    <RecordTable
      label={text.label}
      columns={columns}
      rows={rows}
      idOf={({ from }) => String(from)}
      empty={<Nothing title={text.none} hint={text.hint} />}
    />
  )
}

function columnsOf(kind: Kind): readonly Column<Step>[] {
  return [
    { id: 'when', title: text.when, wide: true, cell: showStep },
    numeric('requests', requestWords[kind].title, ({ point }) => showWhole(point?.requests)),
    numeric('errors', text.errors, ({ point }) => showPercent(point?.errorRate)),
    numeric('p50', 'p50 (ms)', ({ point }) => showWhole(point?.latency.p50)),
    numeric('p95', 'p95 (ms)', ({ point }) => showWhole(point?.latency.p95)),
    numeric('p99', 'p99 (ms)', ({ point }) => showWhole(point?.latency.p99)),
  ]
}

const numeric = (id: string, title: string, cell: (step: Step) => string): Column<Step> => ({
  ...{ id, title, cell, width: 120, align: 'end' },
})
