import { Link } from '@tanstack/react-router'
import { type Attempt } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { formatInteger } from '../../../format/formatNumber.ts'
import { type Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { CodeExplanation } from '../CodeExplanation.tsx'
import classes from '../CodeExplanation.module.css'

const text = localize(
  {
    label: 'Avisos',
    line: 'Línea',
    whole: 'Todo',
    wholeFile: 'Todo el fichero',
    warning: 'Aviso',
    detail: 'Detalle',
    none: 'Sin avisos',
    hint: 'El último intento no dio avisos.',
    inText: (line: number) => `Línea ${String(line)} en el texto`,
  },
  {
    label: 'Warnings',
    line: 'Line',
    whole: 'All',
    wholeFile: 'The whole file',
    warning: 'Warning',
    detail: 'Detail',
    none: 'No warnings',
    hint: 'The last attempt gave no warnings.',
    inText: (line) => `Line ${String(line)} in the text`,
  },
)

type Warning = Attempt['warnings'][number]
type Row = Warning & { index: number }

/** The warnings of a message's last attempt, each linked to its line. */
export function WarningsView({ messageId, warnings }: { messageId: string; warnings: readonly Warning[] }) {
  return (
    <DataTable<Row>
      label={text.label}
      columns={createColumns(messageId)}
      rows={warnings.map((warning, index) => ({ ...warning, index }))}
      getRowId={({ index }) => String(index)}
      empty={<EmptyState title={text.none} hint={text.hint} />}
    />
  )
}

const createColumns = (id: string): readonly Column<Row>[] => [
  { id: 'line', title: text.line, width: 72, cell: ({ line }) => <LineLink id={id} line={line} /> },
  { id: 'warning', title: text.warning, width: 380, wide: true, cell: ({ code }) => <CodeExplanation code={code} /> },
  {
    id: 'detail',
    title: text.detail,
    wide: 'last',
    cell: ({ message }) => <span className={classes.explanation}>{message}</span>,
  },
]

function LineLink({ id, line }: { id: string; line: number | null }) {
  if (line === null) return <span title={text.wholeFile}>{text.whole}</span>
  return (
    <Link to="/messages/$id" params={{ id }} search={{ view: 'text', line }} aria-label={text.inText(line)}>
      {formatInteger(line)}
    </Link>
  )
}
