import { type AuditEntry } from '../../api/auth/audit.ts'
import { localize } from '../../i18n.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { formatExactTime, formatFullTime } from '../../format/formatTime.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import { actionLabel } from './actions.ts'
import { ActorName } from './ActorName.tsx'
import classes from './columns.module.css'
import { ObjectName } from './ObjectName.tsx'

const text = localize(
  { when: 'Cuándo', who: 'Quién', what: 'Qué', object: 'Objeto', address: 'Dirección' },
  { when: 'When', who: 'Who', what: 'What', object: 'Object', address: 'Address' },
)

/** Columns of the audit trail; the drawer shows the other fields. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    id: 'when',
    isClear: true,
    title: text.when,
    width: 176,
    cell: ({ at }) => (
      <time dateTime={at} title={formatFullTime(at)}>
        {formatExactTime(at)}
      </time>
    ),
  },
  { id: 'who', isClear: true, title: text.who, width: 230, cell: (entry) => <ActorName entry={entry} /> },
  { id: 'what', title: text.what, wide: true, cell: (entry) => <ActionCell entry={entry} /> },
  { id: 'object', title: text.object, wide: true, cell: (entry) => <ObjectName entry={entry} /> },
  {
    id: 'address',
    title: text.address,
    width: 150,
    cell: ({ address }) => <span className={classes.address}>{address ?? NO_VALUE}</span>,
  },
]

// Opening an entry keeps the filters and the scroll position.
function ActionCell({ entry }: { entry: AuditEntry }) {
  const { id, action } = entry
  const label = actionLabel(entry)
  return (
    <span className={classes.action}>
      <RowLink
        to="/audit"
        search={(view) => ({ ...view, entry: Number(id) })}
        state={{ openedFromList: true }}
        resetScroll={false}
        aria-haspopup="dialog"
      >
        {label ?? action}
      </RowLink>
      {label && <span className={classes.raw}>{action}</span>}
    </span>
  )
}
