import { type Chain, type ChainLine } from '../api/messages/chain.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { NO_VALUE } from '../format/noValue.ts'
import { localize } from '../i18n.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import { type Column } from '../ui/table/columns.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { listShortfalls, quantityTitles } from './labels.ts'
import classes from './DocumentChain.module.css'

const text = localize(
  {
    lines: 'Artículos de la cadena',
    article: 'ISBN / EAN',
    noCode: 'Sin ISBN',
    title: 'Título',
    missing: 'Falta',
    nothing: 'Nada',
    none: 'La cadena no tiene artículos',
    hint: 'Una factura solo nombra albaranes.',
    more: (count: number) => `Y ${formatInteger(count)} artículos más, incluidos en los totales.`,
  },
  {
    lines: 'Articles of the chain',
    article: 'ISBN / EAN',
    noCode: 'No ISBN',
    title: 'Title',
    missing: 'Missing',
    nothing: 'Nothing',
    none: 'The chain has no articles',
    hint: 'An invoice only names delivery notes.',
    more: (count) => `And ${formatInteger(count)} more articles, included in the totals.`,
  },
)

/** The quantities of each article of a chain; articles with missing units come first. */
export function ChainLines({ chain }: { chain: Chain | undefined }) {
  const hidden = chain ? chain.lineCount - chain.lines.length : 0
  return (
    <>
      <DataTable
        label={text.lines}
        columns={columns}
        rows={chain?.lines}
        getRowId={(line) => codeOf(line) ?? line.title ?? ''}
        empty={<EmptyState title={text.none} hint={text.hint} />}
        skeletonRows={3}
      />
      {hidden > 0 && <p className={classes.note}>{text.more(hidden)}</p>}
    </>
  )
}

const codeOf = ({ isbn, ean, reference }: ChainLine) => isbn ?? ean ?? reference ?? null

const quantityColumn = (name: keyof typeof quantityTitles): Column<ChainLine> => ({
  id: name,
  title: quantityTitles[name],
  width: 104,
  align: 'end',
  cell: ({ quantities }) => formatInteger(quantities[name]),
})

const columns: readonly Column<ChainLine>[] = [
  {
    id: 'article',
    title: text.article,
    width: 150,
    cell: (line) => <span className={classes.code}>{codeOf(line) ?? text.noCode}</span>,
  },
  { id: 'title', title: text.title, wide: true, cell: ({ title }) => title ?? NO_VALUE },
  ...(['ordered', 'sent', 'invoiced', 'returned', 'credited'] as const).map(quantityColumn),
  { id: 'missing', title: text.missing, width: 200, cell: ({ quantities }) => <Shortfalls quantities={quantities} /> },
]

function Shortfalls({ quantities }: Pick<ChainLine, 'quantities'>) {
  const shortfalls = listShortfalls(quantities)
  if (shortfalls.length === 0) return text.nothing
  return (
    <span className={classes.shortfalls}>
      {shortfalls.map(({ name, tone }) => (
        <StatusDot key={name} tone={tone}>
          {name}
        </StatusDot>
      ))}
    </span>
  )
}
