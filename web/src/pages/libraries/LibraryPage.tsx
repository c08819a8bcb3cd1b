import { getRouteApi, Link } from '@tanstack/react-router'
import { type Library, useLibrary } from '../../api/libraries.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { AuditLink } from '../../ui/AuditLink.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { When } from '../../ui/When.tsx'
import { HealthReport } from '../health/HealthReport.tsx'
import { LibraryCustomers } from './LibraryCustomers.tsx'
import { LibraryMessages } from './LibraryMessages.tsx'
import classes from './LibraryPage.module.css'

const route = getRouteApi('/app/libraries/$code')

const text = words(
  {
    facts: 'Ficha',
    names: ['Código', 'SINLI', 'Correo', 'Población', 'Provincia', 'Datos de'],
    missing: (code: string) => `No hay ninguna librería con el código ${code}`,
    missingHint: 'Comprueba el código, o búscala por su nombre.',
  },
  {
    facts: 'Record',
    names: ['Code', 'SINLI', 'E-mail', 'Town', 'Province', 'Data from'],
    missing: (code) => `There is no bookshop with the code ${code}`,
    missingHint: 'Check the code, or look for it by its name.',
  },
)

/** One library: its health, its customers and its messages. */
export function LibraryPage() {
  const { code } = route.useParams()
  const { data: library, error, refetch } = useLibrary(code)
  if (!library && error) return <Failure error={error} onRetry={() => void refetch()} />
  if (library === null) return <Missing code={code} />
  return (
    <>
      <PageHeader
        above={<Link to="/libraries">{titles.libraries}</Link>}
        title={library?.name ?? code}
        summary={<Summary code={code} library={library} />}
      >
        <AuditLink object={`library:${code}`} />
      </PageHeader>
      <div className={classes.sections}>
        <Section title={text.facts} busy={!library}>
          <Facts names={text.names} values={library && factsOf(library)} />
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
      {library && <StateMark state={library.state} />}
      <code className={classes.code}>{code}</code>
    </span>
  )
}

function factsOf({ id, sinliId, email, city, province, updatedAt }: Library) {
  return [
    <code key="code">{id}</code>,
    sinliId && <code key="sinli">{sinliId}</code>,
    email && (
      <a key="email" href={`mailto:${email}`}>
        {email}
      </a>
    ),
    city,
    province,
    <When key="updated" at={updatedAt} />,
  ]
}

function Missing({ code }: { code: string }) {
  return (
    <>
      <PageHeader above={<Link to="/libraries">{titles.libraries}</Link>} title={code} />
      <Nothing title={text.missing(code)} hint={text.missingHint} />
    </>
  )
}
