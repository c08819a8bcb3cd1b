import { Link } from '@tanstack/react-router'
import { type Line, linesQuery } from '../../../api/messages/messages.ts'
import { usePaginatedRows } from '../../../api/client/pagination.ts'
import { localize } from '../../../i18n.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { LoadMore } from '../../../ui/list/LoadMore.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { formatCents, formatInteger } from '../../../format/formatNumber.ts'
import { type Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { NO_VALUE } from '../../../format/noValue.ts'
import { toFields, numberField, formatField } from './fields.ts'
import { LineDetails } from './LineDetails.tsx'
import classes from './LineTable.module.css'

type Props = { messageId: string; documentId: string; type: string }

const text = localize(
  {
    lines: 'Líneas',
    line: 'Línea',
    article: 'ISBN / EAN',
    title: 'Título',
    quantity: 'Cantidad',
    price: 'Precio',
    note: 'Albarán',
    date: 'Fecha',
    amount: 'Importe',
    body: 'Texto',
    none: 'El documento no tiene líneas',
    hint: 'Su texto muestra lo que llegó.',
    inText: (line: number) => `Línea ${String(line)} en el texto`,
  },
  {
    lines: 'Lines',
    line: 'Line',
    article: 'ISBN / EAN',
    title: 'Title',
    quantity: 'Quantity',
    price: 'Price',
    note: 'Delivery note',
    date: 'Date',
    amount: 'Amount',
    body: 'Text',
    none: 'The document has no lines',
    hint: 'Its text shows what arrived.',
    inText: (line) => `Line ${String(line)} in the text`,
  },
)

/** The detail lines of a document; each expands to all its fields. */
export function LineTable({ messageId, documentId, type }: Props) {
  const { rows, totalCount, loadError, retry, ...pagination } = usePaginatedRows(linesQuery(messageId, documentId))
  if (loadError) return <LoadError error={loadError} onRetry={retry} />
  return (
    <>
      <DataTable
        label={text.lines}
        columns={[lineColumn(messageId), ...(columnsByType[type] ?? articleColumns)]}
        rows={rows}
        getRowId={({ id }) => id}
        empty={<EmptyState title={text.none} hint={text.hint} />}
      />
      {rows && rows.length > 0 && <LoadMore loaded={rows.length} total={totalCount ?? rows.length} {...pagination} />}
    </>
  )
}

const lineColumn = (id: string): Column<Line> => ({
  id: 'line',
  title: text.line,
  width: 72,
  cell: ({ fields }) => {
    const line = numberField(toFields(fields), 'line')
    if (line === null) return NO_VALUE
    return (
      <Link to="/messages/$id" params={{ id }} search={{ view: 'text', line }} aria-label={text.inText(line)}>
        {formatInteger(line)}
      </Link>
    )
  },
})

const articleColumns: readonly Column<Line>[] = [
  {
    id: 'article',
    title: text.article,
    width: 150,
    cell: ({ isbn, ean, reference }) => <span className={classes.code}>{isbn ?? ean ?? reference ?? NO_VALUE}</span>,
  },
  {
    id: 'title',
    title: text.title,
    wide: true,
    cell: ({ title, fields }) => <LineDetails summary={title ?? NO_VALUE} fields={fields} />,
  },
  {
    id: 'quantity',
    title: text.quantity,
    width: 100,
    align: 'end',
    cell: ({ quantity }) => formatInteger(quantity),
  },
  { id: 'price', title: text.price, width: 120, align: 'end', cell: ({ priceCents }) => formatCents(priceCents) },
]

const field = (name: string) => (line: Line) => formatField(name, toFields(line.fields)[name])

const deliveryNoteColumns: readonly Column<Line>[] = [
  {
    id: 'note',
    title: text.note,
    wide: true,
    cell: (line) => <LineDetails summary={field('deliveryNoteNumber')(line)} fields={line.fields} />,
  },
  { id: 'date', title: text.date, width: 160, cell: field('date') },
  { id: 'amount', title: text.amount, width: 140, align: 'end', cell: field('amountCents') },
]

const textColumns: readonly Column<Line>[] = [{ id: 'text', title: text.body, wide: true, cell: field('text') }]

const columnsByType: Partial<Record<string, readonly Column<Line>[]>> = {
  FACTUL: deliveryNoteColumns,
  MENSAJ: textColumns,
}
