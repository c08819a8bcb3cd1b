import { type OpenSession, useEndSession } from '../../api/account.ts'
import { words } from '../../language.ts'
import { QuietButton } from '../../ui/QuietButton.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { showWholeTime } from '../../ui/times.ts'
import { When } from '../../ui/When.tsx'
import classes from './sessionColumns.module.css'

const text = words(
  {
    from: 'Desde dónde',
    since: 'Se abrió',
    seen: 'Última actividad',
    expires: 'Se cierra sola',
    actions: 'Acciones',
    current: 'esta sesión',
    end: 'Cerrar',
    endThis: (from: string, since: string) => `Cerrar la sesión de ${from} abierta el ${since}`,
  },
  {
    from: 'Where from',
    since: 'Opened',
    seen: 'Last seen',
    expires: 'Ends by itself',
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
  { id: 'since', title: text.since, width: 190, cell: ({ createdAt }) => <When at={createdAt} /> },
  { id: 'seen', title: text.seen, width: 190, cell: ({ seenAt }) => <When at={seenAt} ago /> },
  { id: 'expires', title: text.expires, width: 190, cell: ({ expiresAt }) => <When at={expiresAt} /> },
  {
    id: 'actions',
    title: text.actions,
    width: 210,
    wide: true,
    cell: (session) => (session.isCurrent ? null : <End session={session} />),
  },
]

function End({ session: { id, address, createdAt } }: { session: OpenSession }) {
  const { mutate, error, isPending } = useEndSession()
  return (
    <>
      <QuietButton
        aria-label={text.endThis(address, showWholeTime(createdAt))}
        loading={isPending}
        onClick={() => {
          mutate(id)
        }}
      >
        {text.end}
      </QuietButton>
      <Refusal error={error} />
    </>
  )
}
