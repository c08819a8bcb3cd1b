import { Link } from '@tanstack/react-router'
import { type Line, linesQuery } from '../../api/messages.ts'
import { usePages } from '../../api/pages.ts'
import { words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { ListEnd } from '../../ui/list/ListEnd.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { showCents, showWhole } from '../../ui/numbers.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import { asFields, numberIn, showField } from './fields.ts'
import { LineDetails } from './LineDetails.tsx'
import classes from './LineTable.module.css'

type Props = { messageId: string; documentId: string; type: string }

const text = words(
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
  const { rows, totalCount, failed, retry, ...end } = usePages(linesQuery(messageId, documentId))
  if (failed) return <Failure error={failed} onRetry={retry} />
  return (
    <>
      <RecordTable
        label={text.lines}
        columns={[where(messageId), ...(columnsOf[type] ?? ofArticles)]}
        rows={rows}
        idOf={({ id }) => id}
        empty={<Nothing title={text.none} hint={text.hint} />}
      />
      {rows && rows.length > 0 && <ListEnd shown={rows.length} total={totalCount ?? rows.length} {...end} />}
    </>
  )
}

const where = (id: string): Column<Line> => ({
  id: 'line',
  title: text.line,
  width: 72,
  cell: ({ fields }) => {
    const line = numberIn(asFields(fields), 'line')
    if (line === null) return UNKNOWN
    return (
      <Link to="/messages/$id" params={{ id }} search={{ view: 'text', line }} aria-label={text.inText(line)}>
        {showWhole(line)}
      </Link>
    )
  },
})

const ofArticles: readonly Column<Line>[] = [
  {
    id: 'article',
    title: text.article,
    width: 150,
    cell: ({ isbn, ean, reference }) => <span className={classes.code}>{isbn ?? ean ?? reference ?? UNKNOWN}</span>,
  },
  {
    id: 'title',
    title: text.title,
    wide: true,
    cell: ({ title, fields }) => <LineDetails summary={title ?? UNKNOWN} fields={fields} />,
  },
  {
    id: 'quantity',
    title: text.quantity,
    width: 100,
    align: 'end',
    cell: ({ quantity }) => showWhole(quantity),
  },
  { id: 'price', title: text.price, width: 120, align: 'end', cell: ({ priceCents }) => showCents(priceCents) },
]

const field = (name: string) => (line: Line) => showField(name, asFields(line.fields)[name])

const ofDeliveryNotes: readonly Column<Line>[] = [
  {
    id: 'note',
    title: text.note,
    wide: true,
    cell: (line) => <LineDetails summary={field('deliveryNoteNumber')(line)} fields={line.fields} />,
  },
  { id: 'date', title: text.date, width: 160, cell: field('date') },
  { id: 'amount', title: text.amount, width: 140, align: 'end', cell: field('amountCents') },
]

const ofText: readonly Column<Line>[] = [{ id: 'text', title: text.body, wide: true, cell: field('text') }]

const columnsOf: Partial<Record<string, readonly Column<Line>[]>> = { FACTUL: ofDeliveryNotes, MENSAJ: ofText }
