import { getRouteApi, Link } from '@tanstack/react-router'
import { type Library, useLibrary } from '../../api/trade/libraries.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { AuditLink } from '../audit/AuditLink.tsx'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { HealthReport } from '../../health/HealthReport.tsx'
import { PolicyLink } from '../../policy/PolicyLink.tsx'
import { LibraryCustomers } from './LibraryCustomers.tsx'
import { LibraryMessages } from './LibraryMessages.tsx'
import classes from './LibraryPage.module.css'

const route = getRouteApi('/app/libraries/$code')

const text = localize(
  {
    facts: 'Ficha',
    names: {
      code: 'Código',
      sinliId: 'SINLI',
      email: 'Correo',
      city: 'Población',
      province: 'Provincia',
      updated: 'Actualizado',
    },
    missing: (code: string) => `No hay ninguna librería con el código ${code}`,
    missingHint: 'Comprueba el código, o búscala por su nombre.',
  },
  {
    facts: 'Record',
    names: { code: 'Code', sinliId: 'SINLI', email: 'E-mail', city: 'Town', province: 'Province', updated: 'Updated' },
    missing: (code) => `There is no bookshop with the code ${code}`,
    missingHint: 'Check the code, or look for it by its name.',
  },
)

/** One library: its health, its customers and its messages. */
export function LibraryPage() {
  const { code } = route.useParams()
  const { data: library, error, refetch } = useLibrary(code)
  if (!library && error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (library === null) return <Missing code={code} />
  return (
    <>
      <PageHeader
        above={<Link to="/libraries">{pageTitles.libraries}</Link>}
        title={library?.name ?? code}
        summary={<Summary code={code} library={library} />}
      >
        <PolicyLink kind="LIBRERIAS" id={code} />
        <AuditLink object={`library:${code}`} />
      </PageHeader>
      <div className={classes.sections}>
        <Section title={text.facts} busy={!library}>
          <DescriptionList items={facts(library)} />
        </Section>
        <HealthReport kind="LIBRERIAS" id={code} />
        <div className={classes.beside}>
          <LibraryCustomers code={code} />
          <LibraryMessages code={code} sinliId={library?.sinliId} messages={library?.sinliMessages} />
        </div>
      </div>
    </>
  )
}

function Summary({ code, library }: { code: string; library: Library | undefined }) {
  return (
    <span className={classes.summary}>
      {library && <StateBadge state={library.state} />}
      <code className={classes.code}>{code}</code>
    </span>
  )
}

const facts = ({ id, sinliId, email, city, province, updatedAt }: Partial<Library> = {}) => [
  { name: text.names.code, value: id && <code>{id}</code> },
  { name: text.names.sinliId, value: sinliId && <code>{sinliId}</code> },
  { name: text.names.email, value: email && <a href={`mailto:${email}`}>{email}</a> },
  { name: text.names.city, value: city },
  { name: text.names.province, value: province },
  { name: text.names.updated, value: updatedAt && <Timestamp at={updatedAt} /> },
]

function Missing({ code }: { code: string }) {
  return (
    <>
      <PageHeader above={<Link to="/libraries">{pageTitles.libraries}</Link>} title={code} />
      <EmptyState title={text.missing(code)} hint={text.missingHint} />
    </>
  )
}
