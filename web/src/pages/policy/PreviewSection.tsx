import { Suspense, useMemo } from 'react'
import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { historyQuery } from '../../api/health/health.ts'
import { type PolicyOutcome, type PolicyComparison } from '../../api/health/policy.ts'
import { type Kind } from '../../generated/graphql.ts'
import { windowById } from '../../health/charts/chartWindows.ts'
import { type StateInterval } from '../../health/states/stateIntervals.ts'
import { createSpan } from '../../health/charts/timeSteps.ts'
import { useWindow } from '../../health/charts/useWindow.ts'
import { WindowPicker } from '../../health/charts/WindowPicker.tsx'
import { localize } from '../../i18n.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { calibrationText, exactnessText } from './comparisonText.ts'
import { IncidentBand } from './IncidentBand.tsx'
import { lazyComponent } from '../../api/lazyComponent.ts'
import classes from './PreviewSection.module.css'

// The chart library is large, so it loads only where charts are shown.
const Charts = lazyComponent(async () => (await import('../../health/charts/Charts.tsx')).Charts)

const text = localize(
  {
    title: 'Qué habría pasado en los últimos 90 días',
    happened: 'Lo que pasó',
    proposed: 'Con estos umbrales',
  },
  {
    title: 'What would have happened over the last 90 days',
    happened: 'What happened',
    proposed: 'With these thresholds',
  },
)

type Props = {
  kind: Kind
  id: string
  comparison: PolicyComparison | null | undefined
  /** Incidents computed with the saved thresholds from the same data. */
  current: PolicyOutcome | undefined
  error: Error | null
  isBusy: boolean
  onRetry: () => void
}

/** The actual and the simulated incidents, over the traffic of the subject. */
export function PreviewSection({ kind, id, comparison, current, error, isBusy, onRetry }: Props) {
  const [window, setWindow] = useWindow(windowById('90d'))
  return (
    <Section
      title={text.title}
      aside={<WindowPicker window={window} onWindowChange={setWindow} />}
      busy={!comparison || isBusy}
    >
      {!comparison && error ? (
        <LoadError error={error} onRetry={onRetry} />
      ) : (
        <div className={classes.body}>
          <Comparison kind={kind} id={id} comparison={comparison} window={window} />
          {comparison && <p className={classes.note}>{exactnessText(comparison)}</p>}
          {current && <p className={classes.note}>{calibrationText(current)}</p>}
        </div>
      )}
    </Section>
  )
}

type ComparisonProps = Pick<Props, 'kind' | 'id' | 'comparison'> & { window: ReturnType<typeof windowById> }

function Comparison({ kind, id, comparison, window }: ComparisonProps) {
  const { ref, width } = useElementSize()
  const { historyWindow, refetchIntervalMs } = window
  const { data: history } = useQuery(
    historyQuery(kind, id, { window: historyWindow, lengthen: true, refetchIntervalMs }),
  )
  const span = useMemo(() => history && createSpan(history, {}), [history])
  const intervals = useMemo(() => (comparison ? intervalsOf(comparison.proposed) : []), [comparison])
  const isReady = comparison && span && width > 0
  return (
    <div ref={ref}>
      {comparison && span ? (
        <div className={classes.bands}>
          <IncidentBand title={text.happened} outcome={comparison.happened} period={span} />
          <IncidentBand title={text.proposed} outcome={comparison.proposed} period={span} />
        </div>
      ) : (
        <Skeleton height={80} />
      )}
      <div className={classes.charts}>
        <Suspense fallback={<Skeleton height={440} />}>
          {isReady ? <Charts kind={kind} span={span} intervals={intervals} width={width} /> : <Skeleton height={440} />}
        </Suspense>
      </div>
    </div>
  )
}

/** The incidents as intervals that shade the charts. */
const intervalsOf = ({ incidents }: PolicyOutcome): StateInterval[] =>
  incidents.map(({ openedAt, resolvedAt, severity }) => ({
    from: Date.parse(openedAt),
    to: resolvedAt ? Date.parse(resolvedAt) : Date.now(),
    state: severity,
    reason: null,
  }))
