import { getRouteApi } from '@tanstack/react-router'
import { type Outcome, type Replay, useReplay } from '../../api/messages/replays.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { FollowLink } from '../../tracing/FollowLink.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { omitUndefined } from '../../ui/list/searchParams.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import panel from '../../ui/layout/Panel.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { formatExactTime } from '../../format/formatTime.ts'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { SinliBreadcrumb } from '../integrations/SinliBreadcrumb.tsx'
import { OutcomeFilter } from '../../replays/OutcomeFilter.tsx'
import { ReplayFacts } from '../../replays/ReplayFacts.tsx'
import { ReplayProgress } from '../../replays/ReplayProgress.tsx'
import { ResultTable } from '../../replays/ResultTable.tsx'
import classes from './ReplayPage.module.css'

const route = getRouteApi('/app/replays/$id')

const text = localize(
  {
    dryRun: 'Simulación de reproceso',
    missing: 'No existe este reproceso',
    hint: 'Quizá el enlace esté incompleto.',
    facts: 'Solicitud',
    progress: 'En marcha',
    checking: 'Simulando…',
    replaying: 'Reprocesando…',
    results: 'Resultados',
  },
  {
    dryRun: 'Simulated replay',
    missing: 'There is no such replay',
    hint: 'Perhaps the link is incomplete.',
    facts: 'Request',
    progress: 'Running',
    checking: 'Simulating…',
    replaying: 'Reprocessing…',
    results: 'Outcomes',
  },
)

/** One replay: the request, its operator, and the outcome of each message. */
export function ReplayPage() {
  const { id } = route.useParams()
  const { data: replay, error, refetch } = useReplay(id)
  if (replay === undefined && error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (replay === null) {
    return (
      <>
        <PageHeader title={pageTitles.replay} above={<SinliBreadcrumb />} />
        <EmptyState title={text.missing} hint={text.hint} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={replay?.dryRun ? text.dryRun : pageTitles.replay}
        tabName={replay && `${replay.dryRun ? text.dryRun : pageTitles.replay} ${formatExactTime(replay.startedAt)}`}
        above={<SinliBreadcrumb />}
        summary={replay && <Timestamp at={replay.startedAt} />}
      />
      <div className={classes.parts}>
        <Section title={text.facts} aside={<FollowLink id={`replay:${id}`} />} busy={!replay}>
          <ReplayFacts replay={replay} />
        </Section>
        {replay && (replay.finishedAt === null ? <Running replay={replay} /> : <Outcomes replay={replay} />)}
      </div>
    </>
  )
}

function Running({ replay }: { replay: Replay }) {
  return (
    <Section title={text.progress}>
      <div className={panel.body}>
        <ReplayProgress label={replay.dryRun ? text.checking : text.replaying} replay={replay} />
      </div>
    </Section>
  )
}

function Outcomes({ replay: { results, dryRun } }: { replay: Replay }) {
  const { outcome } = route.useSearch()
  const navigate = route.useNavigate()
  const filtered = outcome === undefined ? results : results.filter((result) => result.outcome === outcome)
  return (
    <section className={classes.results} aria-label={text.results}>
      <OutcomeFilter
        results={results}
        isDryRun={dryRun}
        selected={outcome}
        onChoose={(next: Outcome | undefined) =>
          void navigate({ search: omitUndefined({ outcome: next }), replace: true })
        }
      />
      <ResultTable results={filtered} isDryRun={dryRun} />
    </section>
  )
}
