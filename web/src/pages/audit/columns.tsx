import { type AuditEntry } from '../../api/audit.ts'
import { words } from '../../language.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { showExactTime, showWholeTime } from '../../ui/times.ts'
import { UNKNOWN } from '../../ui/words.ts'
import { actionInWords } from './actions.ts'
import { ActorName } from './ActorName.tsx'
import classes from './columns.module.css'
import { ObjectName } from './ObjectName.tsx'

const text = words(
  { when: 'Cuándo', who: 'Quién', what: 'Qué', object: 'Objeto', address: 'Dirección' },
  { when: 'When', who: 'Who', what: 'What', object: 'Object', address: 'Address' },
)

/** Columns of the audit trail; the drawer shows the other fields. */
export const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'when',
    title: text.when,
    width: 176,
    cell: ({ at }) => (
      <time dateTime={at} title={showWholeTime(at)}>
        {showExactTime(at)}
      </time>
    ),
  },
  { id: 'who', title: text.who, width: 230, cell: ({ actor }) => <ActorName actor={actor} /> },
  { id: 'what', title: text.what, wide: true, cell: (entry) => <What entry={entry} /> },
  { id: 'object', title: text.object, wide: true, cell: (entry) => <ObjectName entry={entry} /> },
  {
    id: 'address',
    title: text.address,
    width: 150,
    cell: ({ address }) => <span className={classes.address}>{address ?? UNKNOWN}</span>,
  },
]

// Opening an entry keeps the filters and the scroll position.
function What({ entry: { id, action } }: { entry: AuditEntry }) {
  const inWords = actionInWords(action)
  return (
    <span className={classes.what}>
      <RowLink
        to="/audit"
        search={(view) => ({ ...view, entry: Number(id) })}
        state={{ openedHere: true }}
        resetScroll={false}
        aria-haspopup="dialog"
      >
        {inWords ?? action}
      </RowLink>
      {inWords && <span className={classes.raw}>{action}</span>}
    </span>
  )
}
