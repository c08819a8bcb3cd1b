import { getRouteApi } from '@tanstack/react-router'
import { type Outcome, type Replay, useReplay } from '../../api/replays.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Failure } from '../../ui/Failure.tsx'
import { present } from '../../ui/list/search.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import panel from '../../ui/Panel.module.css'
import { Section } from '../../ui/Section.tsx'
import { When } from '../../ui/When.tsx'
import { BackToSinli } from '../integrations/BackToSinli.tsx'
import { OutcomeChoice } from '../replays/OutcomeChoice.tsx'
import { ReplayFacts } from '../replays/ReplayFacts.tsx'
import { ReplayProgress } from '../replays/ReplayProgress.tsx'
import { ResultTable } from '../replays/ResultTable.tsx'
import classes from './ReplayPage.module.css'

const route = getRouteApi('/app/replays/$id')

const text = words(
  {
    rehearsal: 'Comprobación de un reproceso',
    missing: 'No existe este reproceso',
    hint: 'Quizá el enlace esté incompleto.',
    facts: 'Qué se pidió',
    progress: 'En marcha',
    rehearsing: 'Comprobando…',
    replaying: 'Reprocesando…',
    results: 'Resultados',
  },
  {
    rehearsal: 'Rehearsal of a replay',
    missing: 'There is no such replay',
    hint: 'Perhaps the link is incomplete.',
    facts: 'What was asked for',
    progress: 'Running',
    rehearsing: 'Rehearsing…',
    replaying: 'Reprocessing…',
    results: 'Outcomes',
  },
)

/** One replay: the request, its operator, and the outcome of each message. */
export function ReplayPage() {
  const { id } = route.useParams()
  const { data: replay, error, refetch } = useReplay(id)
  if (replay === undefined && error) return <Failure error={error} onRetry={() => void refetch()} />
  if (replay === null) {
    return (
      <>
        <PageHeader title={titles.replay} above={<BackToSinli />} />
        <Nothing title={text.missing} hint={text.hint} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={replay?.dryRun ? text.rehearsal : titles.replay}
        above={<BackToSinli />}
        summary={replay && <When at={replay.startedAt} />}
      />
      <div className={classes.parts}>
        <Section title={text.facts} busy={!replay}>
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
        <ReplayProgress doing={replay.dryRun ? text.rehearsing : text.replaying} replay={replay} />
      </div>
    </Section>
  )
}

function Outcomes({ replay: { results, dryRun } }: { replay: Replay }) {
  const { outcome } = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = outcome === undefined ? results : results.filter((result) => result.outcome === outcome)
  return (
    <section className={classes.results} aria-label={text.results}>
      <OutcomeChoice
        results={results}
        isDryRun={dryRun}
        chosen={outcome}
        onChoose={(next: Outcome | undefined) => void navigate({ search: present({ outcome: next }), replace: true })}
      />
      <ResultTable results={chosen} isDryRun={dryRun} />
    </section>
  )
}
