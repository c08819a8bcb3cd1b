import { Link } from '@tanstack/react-router'
import { type CustomerRow, useCustomers } from '../../api/customers.ts'
import { plural, words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { showWhole } from '../../ui/numbers.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { Section } from '../../ui/Section.tsx'
import { LockMark } from '../customers/LockMark.tsx'
import classes from './Related.module.css'
import { RelatedPlaces } from './RelatedPlaces.tsx'

const MOST = 8

const text = words(
  {
    all: (count: number) => plural(count, 'Ver su cliente', `Ver los ${showWhole(count)}`),
    none: 'Ningún cliente compra en esta librería.',
  },
  {
    all: (count) => plural(count, 'See its customer', `See all ${showWhole(count)}`),
    none: 'No customer buys from this bookshop.',
  },
)

/** The customers of a library, with the locked ones marked. */
export function LibraryCustomers({ code }: { code: string }) {
  const { rows, totalCount, failed } = useCustomers({ libraryCode: code }, MOST)
  const aside = totalCount ? (
    <Link to="/customers" search={{ library: code }}>
      {text.all(totalCount)}
    </Link>
  ) : null
  return (
    <Section title={titles.customers} aside={aside} busy={!rows}>
      {rows ? <Listed customers={rows} /> : <RelatedPlaces failed={failed !== null} />}
      <Refusal error={failed} />
    </Section>
  )
}

function Listed({ customers }: { customers: readonly CustomerRow[] }) {
  if (customers.length === 0) return <p className={classes.none}>{text.none}</p>
  return (
    <ul>
      {customers.map(({ id, name, email, locked }) => (
        <li key={id} className={classes.item}>
          <span className={classes.what}>
            <Link to="/customers/$id" params={{ id }} className={classes.link}>
              {name}
            </Link>
            <span className={classes.detail}>{email}</span>
          </span>
          {locked && <LockMark locked />}
        </li>
      ))}
    </ul>
  )
}
