import { Link } from '@tanstack/react-router'
import { type CustomerRow, useCustomers } from '../../api/trade/customers.ts'
import { plural, localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { LockBadge } from '../customers/LockBadge.tsx'
import classes from './Related.module.css'
import { RelatedSkeleton } from './RelatedSkeleton.tsx'

const MAX_SHOWN = 8

const text = localize(
  {
    all: (count: number) => plural(count, 'Ver su cliente', `Ver los ${formatInteger(count)}`),
    none: 'Ningún cliente compra en esta librería.',
  },
  {
    all: (count) => plural(count, 'See its customer', `See all ${formatInteger(count)}`),
    none: 'No customer buys from this bookshop.',
  },
)

/** The customers of a library, with the locked ones marked. */
export function LibraryCustomers({ code }: { code: string }) {
  const { rows, totalCount, loadError } = useCustomers({ libraryCode: code }, MAX_SHOWN)
  const aside = totalCount ? (
    <Link to="/customers" search={{ library: code }}>
      {text.all(totalCount)}
    </Link>
  ) : null
  return (
    <Section title={pageTitles.customers} aside={aside} busy={!rows}>
      {rows ? <CustomerList customers={rows} /> : <RelatedSkeleton hasFailed={loadError !== null} />}
      <ActionError error={loadError} />
    </Section>
  )
}

function CustomerList({ customers }: { customers: readonly CustomerRow[] }) {
  if (customers.length === 0) return <p className={classes.none}>{text.none}</p>
  return (
    <ul>
      {customers.map(({ id, name, email, locked }) => (
        <li key={id} className={classes.item}>
          <span className={classes.text}>
            <Link to="/customers/$id" params={{ id }} className={classes.link}>
              {name}
            </Link>
            <span className={classes.detail}>{email}</span>
          </span>
          {locked && <LockBadge locked />}
        </li>
      ))}
    </ul>
  )
}
