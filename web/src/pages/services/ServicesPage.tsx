import { useState } from 'react'
import { Button } from '@mantine/core'
import { useSharedTelemetry } from '../../api/health/sources.ts'
import { useServiceTokens } from '../../api/auth/tokens.ts'
import { usePermission } from '../../api/auth/session.ts'
import { plural, localize } from '../../i18n.ts'
import { ImportEndpoints } from '../../imports/ImportEndpoints.tsx'
import { pageTitles } from '../../pageTitles.ts'
import { MissingPermission } from '../../permissions/MissingPermission.tsx'
import { formatInteger } from '../../format/formatNumber.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { TableSection } from '../../ui/layout/TableSection.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { sourceColumns } from './columns.tsx'
import { CreateServiceToken } from './CreateServiceToken.tsx'
import { PendingRetirements } from './PendingRetirements.tsx'
import { RotationGuide } from './RotationGuide.tsx'
import { ServicesSection } from './ServicesSection.tsx'
import { sourcesOf } from './source.ts'
import { UnmatchedSection } from './UnmatchedSection.tsx'

const text = localize(
  {
    create: 'Crear clave de servicio…',
    title: 'Claves',
    purpose: 'Con ellas envían los servicios.',
    tokens: (count: number) => plural(count, '1 clave', `${formatInteger(count)} claves`),
    none: 'Ningún servicio tiene una clave propia',
    noneHint: 'Con una clave por servicio se sabe qué envía cada uno y cuál se queda callado.',
  },
  {
    create: 'Create service token…',
    title: 'Tokens',
    purpose: 'Services send with them.',
    tokens: (count) => plural(count, '1 token', `${formatInteger(count)} tokens`),
    none: 'No service has a token of its own',
    noneHint: 'With one token for each service, Vigía shows what each sends and which one falls silent.',
  },
)

/** The services that send data; for administrators with their tokens. */
export function ServicesPage() {
  if (usePermission('manage:Operator')) return <Services />
  return (
    <>
      <PageHeader title={pageTitles.services} />
      <ServicesSection />
      <MissingPermission permission="manage:Operator" />
    </>
  )
}

function Services() {
  const { data: tokens, error, refetch } = useServiceTokens()
  const { data: shared } = useSharedTelemetry()
  const [isCreating, setCreating] = useState(false)
  if (!tokens && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={pageTitles.services} summary={tokens && text.tokens(tokens.length)}>
        <ImportEndpoints />
        <Button
          size="xs"
          onClick={() => {
            setCreating(true)
          }}
        >
          {text.create}
        </Button>
      </PageHeader>
      <ServicesSection />
      <TableSection title={text.title} purpose={text.purpose}>
        <DataTable
          label={text.title}
          columns={sourceColumns}
          rows={tokens && sourcesOf(tokens, shared ?? null)}
          getRowId={({ id }) => id}
          empty={<EmptyState title={text.none} hint={text.noneHint} />}
          skeletonRows={3}
        />
      </TableSection>
      <PendingRetirements />
      <UnmatchedSection />
      <RotationGuide />
      <CreateServiceToken
        opened={isCreating}
        onClose={() => {
          setCreating(false)
        }}
      />
    </>
  )
}
