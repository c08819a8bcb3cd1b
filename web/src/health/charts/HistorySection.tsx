import { Suspense, useEffect, useMemo, useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Health, historyQuery } from '../../api/health/health.ts'
import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import classes from './HistorySection.module.css'
import { HistoryTable } from './HistoryTable.tsx'
import { StateHistory } from '../states/StateHistory.tsx'
import { type Span, createSpan } from './timeSteps.ts'
import { stateIntervals } from '../states/stateIntervals.ts'
import { WindowPicker } from './WindowPicker.tsx'
import { lazyComponent } from '../../api/lazyComponent.ts'
import { type ChartWindow } from './chartWindows.ts'

// The chart library is large, so it loads only where charts are shown.
const loadCharts = () => import('./Charts.tsx')
const Charts = lazyComponent(async () => (await loadCharts()).Charts)

/** The height that the style sheet reserves for the charts. */
const CHARTS_PX = 448

type Props = {
  kind: Kind
  id: string
  health: Health | undefined
  window: ChartWindow
  onWindowChange: (window: ChartWindow) => void
}

const text = localize(
  { title: 'Evolución', asTable: 'Ver como tabla', asCharts: 'Ver como gráficas' },
  { title: 'Trend', asTable: 'View as a table', asCharts: 'View as charts' },
)

/** The history of a subject over a window: its states, latency, errors and traffic, as charts or as a table. */
export function HistorySection({ kind, id, health, window, onWindowChange }: Props) {
  const [asTable, setAsTable] = useState(false)
  // The table shows the steps as recorded. The charts use longer steps, so that most have samples and form lines.
  const selection = {
    window: window.historyWindow,
    lengthen: !asTable,
    refetchIntervalMs: window.refetchIntervalMs,
  }
  const { data: history, error, refetch, isPlaceholderData } = useQuery(historyQuery(kind, id, selection))
  // Loads the code of the charts in parallel with the data.
  useEffect(() => void loadCharts().catch(() => undefined), [])
  const stateSince = health?.stateSince
  const fixedBudgetMs = health?.policy.effective.slowBudgetMs
  const expectedByHour = health?.policy.effective.trafficBudget?.expectedByHour
  const span = useMemo(
    () => history && createSpan(history, { stateSince, fixedBudgetMs, expectedByHour }),
    [history, stateSince, fixedBudgetMs, expectedByHour],
  )
  const toggle = (
    <Button
      size="compact-xs"
      variant="subtle"
      onClick={() => {
        setAsTable(!asTable)
      }}
    >
      {asTable ? text.asCharts : text.asTable}
    </Button>
  )
  const aside = (
    <div className={classes.tools}>
      {toggle}
      <WindowPicker window={window} onWindowChange={onWindowChange} />
    </div>
  )
  return (
    <Section title={text.title} aside={aside} busy={!history || isPlaceholderData}>
      {!history && error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.body} data-waiting={isPlaceholderData || undefined}>
          <HistoryView kind={kind} health={health} span={span} asTable={asTable} />
        </div>
      )}
    </Section>
  )
}

type HistoryViewProps = { kind: Kind; health: Health | undefined; span: Span | undefined; asTable: boolean }

function HistoryView({ kind, health, span, asTable }: HistoryViewProps) {
  const { ref, width } = useElementSize()
  const intervals = health && span && stateIntervals(health, span.from, span.nowMs)
  return (
    <div ref={ref}>
      <StateHistory span={span} intervals={intervals} />
      {asTable && span ? (
        <div className={classes.numbers}>
          <HistoryTable kind={kind} span={span} />
        </div>
      ) : (
        <div className={classes.charts}>
          <Suspense fallback={<Skeleton height={CHARTS_PX} />}>
            {span && width > 0 ? (
              <Charts
                kind={kind}
                thresholds={health?.policy.effective}
                span={span}
                intervals={intervals ?? []}
                width={width}
              />
            ) : (
              <Skeleton height={CHARTS_PX} />
            )}
          </Suspense>
        </div>
      )}
    </div>
  )
}
