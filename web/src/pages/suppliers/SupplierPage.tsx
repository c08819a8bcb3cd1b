import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { supplierQuery } from '../../api/trade/suppliers.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { SupplierMessages } from './SupplierMessages.tsx'

const route = getRouteApi('/app/suppliers/$id')

const text = localize(
  {
    updated: 'actualizado',
    missing: (id: string) => `No hay ningún proveedor con el identificador SINLI ${id}`,
    missingHint: 'Comprueba el identificador, o búscalo por su nombre.',
  },
  {
    updated: 'updated',
    missing: (id) => `There is no supplier with the SINLI id ${id}`,
    missingHint: 'Check the id, or look for it by its name.',
  },
)

/** One supplier and its SINLI messages. */
export function SupplierPage() {
  const { id } = route.useParams()
  const { data: supplier, error, refetch } = useQuery(supplierQuery(id))
  if (!supplier && error) return <LoadError error={error} onRetry={() => void refetch()} />
  const above = <Link to="/suppliers">{pageTitles.suppliers}</Link>
  if (supplier === null) {
    return (
      <>
        <PageHeader above={above} title={id} />
        <EmptyState title={text.missing(id)} hint={text.missingHint} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        above={above}
        title={supplier?.name ?? id}
        summary={
          <>
            <code>{id}</code>
            {supplier && (
              <>
                {' · '}
                {text.updated} <Timestamp at={supplier.updatedAt} />
              </>
            )}
          </>
        }
      />
      <SupplierMessages key={id} id={id} />
    </>
  )
}
