import { type OperatorRow } from '../../api/auth/operators.ts'
import { useSession } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { roleLabels } from './roles.ts'
import { type Column } from '../../ui/table/columns.ts'
import { formatDate } from '../../format/formatTime.ts'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { NO_VALUE } from '../../format/noValue.ts'
import classes from './columns.module.css'
import { OperatorActions } from './OperatorActions.tsx'

const text = localize(
  {
    operator: 'Operador',
    role: 'Rol',
    origin: 'Cuenta',
    origins: { LOCAL: 'Contraseña local', IDENTITY_PROVIDER: 'Proveedor de identidad' },
    seen: 'Última actividad',
    added: 'Alta',
    access: 'Acceso',
    may: 'Puede entrar',
    disabled: 'Desactivado',
    noRole: 'Sin rol en el proveedor',
    since: (date: string) => `desde el ${date}`,
    actions: 'Acciones',
    you: 'tú',
  },
  {
    operator: 'Operator',
    role: 'Role',
    origin: 'Account',
    origins: { LOCAL: 'Local password', IDENTITY_PROVIDER: 'Identity provider' },
    seen: 'Last seen',
    added: 'Added',
    access: 'Access',
    may: 'May sign in',
    disabled: 'Disabled',
    noRole: 'No role at the provider',
    since: (date) => `since ${date}`,
    actions: 'Actions',
    you: 'you',
  },
)

/** Columns of an operator, including the actions. */
export const operatorColumns: readonly Column<OperatorRow>[] = [
  { id: 'operator', title: text.operator, wide: true, cell: (operator) => <OperatorCell operator={operator} /> },
  {
    id: 'role',
    isClear: true,
    title: text.role,
    width: 150,
    cell: ({ role }) => roleLabels[role],
  },
  {
    id: 'origin',
    title: text.origin,
    width: 180,
    cell: ({ origin }) => origin && text.origins[origin],
  },
  {
    id: 'seen',
    title: text.seen,
    width: 150,
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Timestamp at={lastSeenAt} ago /> : NO_VALUE),
  },
  {
    id: 'added',
    title: text.added,
    width: 130,
    cell: ({ createdAt }) => (createdAt ? formatDate(createdAt) : NO_VALUE),
  },
  {
    id: 'access',
    isClear: true,
    title: text.access,
    width: 190,
    cell: (operator) => <AccessCell operator={operator} />,
  },
  {
    id: 'actions',
    title: text.actions,
    width: 130,
    wide: true,
    cell: (operator) => <OperatorActions operator={operator} />,
  },
]

function OperatorCell({ operator: { id, name, email, ...operator } }: { operator: OperatorRow }) {
  const isMe = useSession().operator.id === id
  return (
    <span className={classes.operator} data-disabled={stoppedSince(operator) !== null || undefined}>
      <span className={classes.name}>
        {name}
        {isMe && <span className={classes.you}>{text.you}</span>}
      </span>
      <span className={classes.secondary}>{email}</span>
    </span>
  )
}

function AccessCell({ operator }: { operator: OperatorRow }) {
  const since = stoppedSince(operator)
  if (since === null) return <span className={classes.normal}>{text.may}</span>
  return (
    <span className={classes.operator}>
      <span className={classes.disabled}>{operator.disabledAt === null ? text.noRole : text.disabled}</span>
      <span className={classes.secondary}>{text.since(formatDate(since))}</span>
    </span>
  )
}

/** The time since which an operator may not sign in; null if they may. */
const stoppedSince = ({ disabledAt, noRoleSince }: Pick<OperatorRow, 'disabledAt' | 'noRoleSince'>) =>
  disabledAt ?? noRoleSince
