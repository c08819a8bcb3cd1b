import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { usePermission } from '../../api/auth/session.ts'
import { useFailedCount } from '../../api/messages/messages.ts'
import { traceQuery, type Trace } from '../../api/messages/trace.ts'
import { isChainType } from '../../chain/chainColumns.ts'
import { DocumentChain } from '../../chain/DocumentChain.tsx'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { partlyRead } from '../../palette/partlyRead.ts'
import { TraceLink } from '../../tracing/TraceLink.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { PageSkeleton } from '../../ui/feedback/PageSkeleton.tsx'
import panel from '../../ui/layout/Panel.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { kindLabels } from './labels.ts'
import { TraceBox } from './TraceBox.tsx'
import { TraceCandidates } from './TraceCandidates.tsx'
import { TraceDocuments } from './TraceDocuments.tsx'
import { TraceExamples } from './TraceExamples.tsx'
import classes from './TracePage.module.css'
import { TraceTimeline } from './TraceTimeline.tsx'

const route = getRouteApi('/app/trace')

const text = localize(
  {
    purpose: 'Qué ocurrió con una petición, un mensaje, un documento o un aviso.',
    recognised: (kind: string) => `Reconocido como ${kind}`,
    missing: (id: string) => `No hay nada con el identificador «${id}»`,
    hint: 'Comprueba que esté completo. Las peticiones se guardan 48 horas, y los ejemplos 7 días.',
    steps: 'Qué ocurrió',
    noSteps: 'No hay pasos guardados',
    noStepsHint: 'Solo se guardan las peticiones que escriben, fallan o tardan, durante 48 horas.',
    truncated: 'Hay más: se muestra lo más reciente.',
    traces: 'Trazas W3C',
  },
  {
    purpose: 'What happened to a request, a message, a document or an alert.',
    recognised: (kind) => `Recognised as: ${kind}`,
    missing: (id) => `Nothing has the id “${id}”`,
    hint: 'Check that it is complete. Requests are kept for 48 hours, and examples for 7 days.',
    steps: 'What happened',
    noSteps: 'No steps are stored',
    noStepsHint: 'Only requests that write, fail or are slow are kept, for 48 hours.',
    truncated: 'There is more: the newest is shown.',
    traces: 'W3C traces',
  },
)

/** The search box for any id, and the history of the object with this id. */
export function TracePage() {
  const { id } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={pageTitles.trace} summary={text.purpose} />
      <div className={classes.parts}>
        <TraceBox id={id} onSubmit={(next) => void navigate({ search: { id: next } })} />
        {id === undefined ? <TraceExamples /> : <Result key={id} id={id} />}
      </div>
    </>
  )
}

function Result({ id }: { id: string }) {
  const { data: trace, error, refetch } = useQuery(traceQuery(id))
  if (trace === undefined && error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (trace === undefined) return <PageSkeleton />
  if (trace === null) {
    return (
      <>
        <EmptyState title={text.missing(id)} hint={text.hint} />
        <PartlyReadLink />
        <TraceExamples />
      </>
    )
  }
  return (
    <>
      {trace.kind && (
        <p role="status">
          {text.recognised(kindLabels[trace.kind])} <code className={classes.id}>{trace.id}</code>
        </p>
      )}
      {trace.candidates.length > 0 ? <TraceCandidates candidates={trace.candidates} /> : <Steps trace={trace} />}
    </>
  )
}

/** Link to the failed messages that are only partly legible and could contain the id. */
function PartlyReadLink() {
  const canRead = usePermission('read:Integration')
  const count = useFailedCount(canRead ? { partlyRead: true } : null)
  if (!count) return null
  return (
    <p>
      <Link to="/messages" search={partlyRead.search}>
        {partlyRead.text(count)}
      </Link>
    </p>
  )
}

function Steps({ trace: { steps, truncated, documents, traceIds } }: { trace: Trace }) {
  const chained = documents.find(({ type }) => isChainType(type))
  return (
    <>
      <Section title={text.steps} aside={truncated && text.truncated}>
        {steps.length > 0 ? (
          <TraceTimeline steps={steps} />
        ) : (
          <EmptyState title={text.noSteps} hint={text.noStepsHint} />
        )}
      </Section>
      {documents.length > 0 && <TraceDocuments documents={documents} />}
      {chained && <DocumentChain documentId={chained.id} />}
      {traceIds.length > 0 && (
        <Section title={text.traces}>
          <ul className={panel.body}>
            {traceIds.map((traceId) => (
              <li key={traceId}>
                <TraceLink traceId={traceId} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
