import { type OpenSession, useEndSession } from '../../api/auth/account.ts'
import { localize } from '../../i18n.ts'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { formatFullTime } from '../../format/formatTime.ts'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import classes from './sessionColumns.module.css'

const text = localize(
  {
    from: 'Origen',
    since: 'Se abrió',
    seen: 'Última actividad',
    expires: 'Caduca',
    actions: 'Acciones',
    current: 'esta sesión',
    end: 'Cerrar',
    endThis: (from: string, since: string) => `Cerrar la sesión de ${from} abierta el ${since}`,
  },
  {
    from: 'Origin',
    since: 'Opened',
    seen: 'Last seen',
    expires: 'Expires',
    actions: 'Actions',
    current: 'this session',
    end: 'End',
    endThis: (from, since) => `End the session of ${from} opened on ${since}`,
  },
)

/** Columns of an open session, including the button to end it. */
export const sessionColumns: readonly Column<OpenSession>[] = [
  {
    id: 'from',
    title: text.from,
    wide: true,
    cell: ({ address, isCurrent }) => (
      <span className={classes.from}>
        <code className={classes.address}>{address}</code>
        {isCurrent && <span className={classes.current}>{text.current}</span>}
      </span>
    ),
  },
  { id: 'since', title: text.since, width: 190, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { id: 'seen', title: text.seen, width: 190, cell: ({ seenAt }) => <Timestamp at={seenAt} ago /> },
  { id: 'expires', title: text.expires, width: 190, cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
  {
    id: 'actions',
    title: text.actions,
    width: 210,
    wide: true,
    cell: (session) => (session.isCurrent ? null : <EndButton session={session} />),
  },
]

function EndButton({ session: { id, address, createdAt } }: { session: OpenSession }) {
  const { mutate, error, isPending } = useEndSession()
  return (
    <>
      <CompactButton
        aria-label={text.endThis(address, formatFullTime(createdAt))}
        loading={isPending}
        onClick={() => {
          mutate(id)
        }}
      >
        {text.end}
      </CompactButton>
      <ActionError error={error} />
    </>
  )
}
