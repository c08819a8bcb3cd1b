import { getRouteApi, Link } from '@tanstack/react-router'
import { type Customer, useCustomer } from '../../api/trade/customers.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { CustomerLibrary } from './columns.tsx'
import { CustomerHistory } from './CustomerHistory.tsx'
import { CustomerLogin } from './CustomerLogin.tsx'
import classes from './CustomerPage.module.css'

const route = getRouteApi('/app/customers/$id')

const text = localize(
  {
    facts: 'Ficha',
    names: { id: 'Id', email: 'Correo', library: 'Librería', updated: 'Actualizado' },
    missing: (id: string) => `No hay ningún cliente con el id ${id}`,
    missingHint: 'Comprueba el id, o búscalo por su nombre o su correo.',
  },
  {
    facts: 'Record',
    names: { id: 'Id', email: 'E-mail', library: 'Bookshop', updated: 'Updated' },
    missing: (id) => `There is no customer with the id ${id}`,
    missingHint: 'Check the id, or look for them by name or e-mail.',
  },
)

/** One customer: the state of their login and the history of its locks. */
export function CustomerPage() {
  const { id } = route.useParams()
  const { data: customer, error, refetch } = useCustomer(id)
  if (!customer && error) return <LoadError error={error} onRetry={() => void refetch()} />
  const above = <Link to="/customers">{pageTitles.customers}</Link>
  if (customer === null) {
    return (
      <>
        <PageHeader above={above} title={id} />
        <EmptyState title={text.missing(id)} hint={text.missingHint} />
      </>
    )
  }
  return (
    <>
      <PageHeader above={above} title={customer?.name ?? id} summary={id} />
      <div className={classes.sections}>
        <div className={classes.login}>
          <CustomerLogin key={id} customer={customer} />
        </div>
        <div className={classes.facts}>
          <Section title={text.facts} busy={!customer}>
            <DescriptionList items={facts(customer)} />
          </Section>
        </div>
        <div className={classes.history}>
          <CustomerHistory id={id} />
        </div>
      </div>
    </>
  )
}

const facts = (customer: Customer | undefined) => [
  { name: text.names.id, value: customer && <code>{customer.id}</code> },
  { name: text.names.email, value: customer && <a href={`mailto:${customer.email}`}>{customer.email}</a> },
  { name: text.names.library, value: customer && <CustomerLibrary customer={customer} /> },
  { name: text.names.updated, value: customer && <Timestamp at={customer.updatedAt} /> },
]
