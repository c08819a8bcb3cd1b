import { Link } from '@tanstack/react-router'
import { type CustomerRow } from '../../api/trade/customers.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { NO_VALUE } from '../../format/noValue.ts'
import classes from './columns.module.css'
import { LockBadge } from './LockBadge.tsx'

const text = localize(
  { customer: 'Cliente', email: 'Correo', login: 'Acceso', since: 'desde', updated: 'Actualizado' },
  { customer: 'Customer', email: 'E-mail', login: 'Login', since: 'since', updated: 'Updated' },
)

/** The columns of the list of customers. */
export const customerColumns: readonly Column<CustomerRow>[] = [
  {
    id: 'name',
    title: text.customer,
    wide: true,
    cell: ({ id, name }) => (
      <>
        <RowLink to="/customers/$id" params={{ id }}>
          {name}
        </RowLink>{' '}
        <span className={classes.id}>{id}</span>
      </>
    ),
  },
  { id: 'email', isClear: true, title: text.email, cell: ({ email }) => email },
  { id: 'library', title: pageTitles.library, cell: (customer) => <CustomerLibrary customer={customer} /> },
  { id: 'locked', isClear: true, title: text.login, width: 224, cell: (customer) => <Login customer={customer} /> },
  { id: 'updatedAt', title: text.updated, width: 120, cell: ({ updatedAt }) => <Timestamp at={updatedAt} /> },
]

/** The library a customer buys from; only its code if the library is not registered. */
export function CustomerLibrary({ customer: { libraryCode, library } }: { customer: CustomerRow }) {
  if (libraryCode === null) return NO_VALUE
  if (!library) return <span className={classes.code}>{libraryCode}</span>
  return (
    <Link to="/libraries/$code" params={{ code: library.id }} className={classes.library}>
      {library.name}
    </Link>
  )
}

function Login({ customer: { locked, lockReason, lockedAt } }: { customer: CustomerRow }) {
  if (!locked) return <LockBadge locked={false} />
  return (
    <>
      <LockBadge locked />{' '}
      {lockedAt && (
        <span className={classes.since}>
          {text.since} <Timestamp at={lockedAt} />
        </span>
      )}
      {lockReason && (
        <span className={classes.reason} lang="es">
          {lockReason}
        </span>
      )}
    </>
  )
}
