import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { usePolicy } from '../../api/health/policy.ts'
import { usePermission } from '../../api/auth/session.ts'
import { type Kind } from '../../generated/graphql.ts'
import { BudgetLines } from '../../health/current/BudgetLines.tsx'
import { SubjectLink } from '../../health/SubjectLink.tsx'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { BreakablePath } from '../../ui/display/BreakablePath.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { AuditLink } from '../audit/AuditLink.tsx'
import { PolicyEditor } from './PolicyEditor.tsx'
import { PolicyTable } from './PolicyTable.tsx'
import { kindNames, kinds } from '../../subjects/kinds.ts'

const text = localize(
  { unknown: 'No existe', hint: 'Puede que se haya retirado, o que la dirección no esté completa.' },
  { unknown: 'Not found', hint: 'It may have been retired, or the address may not be complete.' },
)

const endpointRoute = getRouteApi('/app/endpoints/$id/policy')
const libraryRoute = getRouteApi('/app/libraries/$code/policy')
const integrationRoute = getRouteApi('/app/integrations/$key/policy')

/** The thresholds of an endpoint. */
export const EndpointPolicyPage = () => <PolicyPage kind="ENDPOINTS" id={endpointRoute.useParams().id} />

/** The thresholds of a library. */
export const LibraryPolicyPage = () => <PolicyPage kind="LIBRERIAS" id={libraryRoute.useParams().code} />

/** The thresholds of an integration. */
export const IntegrationPolicyPage = () => <PolicyPage kind="INTEGRACIONES" id={integrationRoute.useParams().key} />

function PolicyPage({ kind, id }: { kind: Kind; id: string }) {
  const { data: subject, error, refetch } = usePolicy({ kind, id })
  const canManage = usePermission('manage:Policy')
  if (!subject && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        above={
          <SubjectLink kind={kind} id={id}>
            {kindNames[kind].one} <BreakablePath text={subject?.name ?? id} />
          </SubjectLink>
        }
        title={pageTitles.policy}
        tabName={`${pageTitles.policy}: ${subject?.name ?? id}`}
        summary={<BreakablePath text={subject?.name ?? id} />}
      >
        <AuditLink object={`${kinds[kind].noun}:${id}`} />
      </PageHeader>
      {subject === null && <EmptyState title={text.unknown} hint={text.hint} />}
      {subject === undefined && <Skeleton height={400} />}
      {subject && <BudgetLines policy={subject.policy.inForce} />}
      {subject && canManage && <PolicyEditor key={`${kind} ${id}`} kind={kind} id={id} policy={subject.policy} />}
      {subject && !canManage && <PolicyTable policy={subject.policy} />}
    </>
  )
}
