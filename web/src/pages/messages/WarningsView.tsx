import { Link } from '@tanstack/react-router'
import { type Attempt } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { CodeSentence } from './CodeSentence.tsx'
import sentences from './CodeSentence.module.css'

const text = words(
  {
    label: 'Avisos',
    line: 'Línea',
    whole: 'Todo',
    wholeFile: 'Todo el fichero',
    warning: 'Qué tiene de raro',
    detail: 'Detalle',
    none: 'Sin avisos',
    hint: 'El último intento no encontró nada raro.',
    inText: (line: number) => `Línea ${String(line)} en el texto`,
  },
  {
    label: 'Warnings',
    line: 'Line',
    whole: 'All',
    wholeFile: 'The whole file',
    warning: 'What is odd',
    detail: 'Detail',
    none: 'No warnings',
    hint: 'The last attempt found nothing odd.',
    inText: (line) => `Line ${String(line)} in the text`,
  },
)

type Warning = Attempt['warnings'][number]
type Row = Warning & { place: number }

/** The warnings of a message's last attempt, each linked to its line. */
export function WarningsView({ messageId, warnings }: { messageId: string; warnings: readonly Warning[] }) {
  return (
    <RecordTable<Row>
      label={text.label}
      columns={columnsOf(messageId)}
      rows={warnings.map((warning, place) => ({ ...warning, place }))}
      idOf={({ place }) => String(place)}
      empty={<Nothing title={text.none} hint={text.hint} />}
    />
  )
}

const columnsOf = (id: string): readonly Column<Row>[] => [
  { id: 'line', title: text.line, width: 72, cell: ({ line }) => <Where id={id} line={line} /> },
  { id: 'warning', title: text.warning, width: 380, wide: true, cell: ({ code }) => <CodeSentence code={code} /> },
  {
    id: 'detail',
    title: text.detail,
    wide: 'last',
    cell: ({ message }) => (
      <span lang="en" className={sentences.sentence}>
        {message}
      </span>
    ),
  },
]

function Where({ id, line }: { id: string; line: number | null }) {
  if (line === null) return <span title={text.wholeFile}>{text.whole}</span>
  return (
    <Link to="/messages/$id" params={{ id }} search={{ view: 'text', line }} aria-label={text.inText(line)}>
      {showWhole(line)}
    </Link>
  )
}
