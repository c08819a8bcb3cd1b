import { Link } from '@tanstack/react-router'
import { type CustomerRow } from '../../api/customers.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { When } from '../../ui/When.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './columns.module.css'
import { LockMark } from './LockMark.tsx'

const text = words(
  { customer: 'Cliente', email: 'Correo', login: 'Acceso', since: 'desde', updated: 'Datos de' },
  { customer: 'Customer', email: 'E-mail', login: 'Login', since: 'since', updated: 'Data from' },
)

/** The columns of the list of customers. */
export const columns: readonly Column<CustomerRow>[] = [
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
  { id: 'email', title: text.email, cell: ({ email }) => email },
  { id: 'library', title: titles.library, cell: (customer) => <LibraryOf customer={customer} /> },
  { id: 'locked', title: text.login, width: 224, cell: (customer) => <Login customer={customer} /> },
  { id: 'updatedAt', title: text.updated, width: 120, cell: ({ updatedAt }) => <When at={updatedAt} /> },
]

/** The library a customer buys from; only its code if the library is not registered. */
export function LibraryOf({ customer: { libraryCode, library } }: { customer: CustomerRow }) {
  if (libraryCode === null) return UNKNOWN
  if (!library) return <span className={classes.code}>{libraryCode}</span>
  return (
    <Link to="/libraries/$code" params={{ code: library.id }} className={classes.library}>
      {library.name}
    </Link>
  )
}

function Login({ customer: { locked, lockReason, lockedAt } }: { customer: CustomerRow }) {
  if (!locked) return <LockMark locked={false} />
  return (
    <>
      <LockMark locked />{' '}
      {lockedAt && (
        <span className={classes.since}>
          {text.since} <When at={lockedAt} />
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
