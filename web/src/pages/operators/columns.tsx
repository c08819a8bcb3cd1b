import { type OperatorRow } from '../../api/operators.ts'
import { useSession } from '../../api/session.ts'
import { words } from '../../language.ts'
import { roleLabels } from '../../ui/roles.ts'
import { type Column } from '../../ui/table/columns.ts'
import { showDate } from '../../ui/times.ts'
import { When } from '../../ui/When.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './columns.module.css'
import { OperatorActions } from './OperatorActions.tsx'

const text = words(
  {
    operator: 'Operador',
    role: 'Rol',
    seen: 'Última actividad',
    added: 'Alta',
    access: 'Acceso',
    may: 'Puede entrar',
    disabled: 'Desactivado',
    since: (date: string) => `desde el ${date}`,
    actions: 'Acciones',
    you: 'tú',
  },
  {
    operator: 'Operator',
    role: 'Role',
    seen: 'Last seen',
    added: 'Added',
    access: 'Access',
    may: 'May sign in',
    disabled: 'Disabled',
    since: (date) => `since ${date}`,
    actions: 'Actions',
    you: 'you',
  },
)

/** Columns of an operator, including the actions. */
export const columns: readonly Column<OperatorRow>[] = [
  { id: 'operator', title: text.operator, wide: true, cell: (operator) => <Who operator={operator} /> },
  {
    id: 'role',
    title: text.role,
    width: 150,
    cell: ({ role }) => roleLabels[role],
  },
  {
    id: 'seen',
    title: text.seen,
    width: 150,
    cell: ({ lastSeenAt }) => (lastSeenAt ? <When at={lastSeenAt} ago /> : UNKNOWN),
  },
  {
    id: 'added',
    title: text.added,
    width: 130,
    cell: ({ createdAt }) => (createdAt ? showDate(createdAt) : UNKNOWN),
  },
  { id: 'access', title: text.access, width: 190, cell: (operator) => <Access operator={operator} /> },
  {
    id: 'actions',
    title: text.actions,
    width: 130,
    wide: true,
    cell: (operator) => <OperatorActions operator={operator} />,
  },
]

function Who({ operator: { id, name, email, disabledAt } }: { operator: OperatorRow }) {
  const isMe = useSession().operator.id === id
  return (
    <span className={classes.who} data-disabled={disabledAt !== null || undefined}>
      <span className={classes.name}>
        {name}
        {isMe && <span className={classes.you}>{text.you}</span>}
      </span>
      <span className={classes.quiet}>{email}</span>
    </span>
  )
}

function Access({ operator: { disabledAt } }: { operator: OperatorRow }) {
  if (disabledAt === null) return <span className={classes.normal}>{text.may}</span>
  return (
    <span className={classes.who}>
      <span className={classes.disabled}>{text.disabled}</span>
      <span className={classes.quiet}>{text.since(showDate(disabledAt))}</span>
    </span>
  )
}
