import { lazy, Suspense, useMemo, useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Health, historyQuery } from '../../api/health.ts'
import { type Kind } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './Evolution.module.css'
import { HistoryTable } from './HistoryTable.tsx'
import { StateHistory } from './StateHistory.tsx'
import { type Span, spanOf } from './steps.ts'
import { stretchesBetween } from './stretches.ts'
import { WindowChoice } from './WindowChoice.tsx'
import { type Window } from './windows.ts'

// The chart library is large, so it loads only where charts are shown.
const Charts = lazy(async () => ({ default: (await import('./Charts.tsx')).Charts }))

type Props = { kind: Kind; id: string; health: Health | undefined; window: Window; onLook: (window: Window) => void }

const text = words(
  { title: 'Evolución', asTable: 'Ver como tabla', asCharts: 'Ver como gráficas' },
  { title: 'Over time', asTable: 'View as a table', asCharts: 'View as charts' },
)

/** A subject over a window: its states, latency, errors and traffic, as charts or as a table. */
export function Evolution({ kind, id, health, window, onLook }: Props) {
  const asked = { window: window.asked, everyMs: window.everyMs }
  const { data: history, error, refetch, isPlaceholderData } = useQuery(historyQuery(kind, id, asked))
  const [asTable, setAsTable] = useState(false)
  const stateSince = health?.stateSince
  const span = useMemo(() => history && spanOf(history, stateSince), [history, stateSince])
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
      <WindowChoice window={window} onLook={onLook} />
    </div>
  )
  return (
    <Section title={text.title} aside={aside} busy={!history || isPlaceholderData}>
      {!history && error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.body} data-waiting={isPlaceholderData || undefined}>
          <Drawn kind={kind} health={health} span={span} asTable={asTable} />
        </div>
      )}
    </Section>
  )
}

type DrawnProps = { kind: Kind; health: Health | undefined; span: Span | undefined; asTable: boolean }

function Drawn({ kind, health, span, asTable }: DrawnProps) {
  const { ref, width } = useElementSize()
  const stretches = health && span && stretchesBetween(health, span.from, span.present)
  return (
    <div ref={ref}>
      <StateHistory span={span} stretches={stretches} />
      {asTable && span ? (
        <div className={classes.numbers}>
          <HistoryTable kind={kind} span={span} />
        </div>
      ) : (
        <div className={classes.charts}>
          <Suspense fallback={<Skeleton height="100%" />}>
            {span && width > 0 ? (
              <Charts kind={kind} span={span} stretches={stretches ?? []} width={width} />
            ) : (
              <Skeleton height="100%" />
            )}
          </Suspense>
        </div>
      )}
    </div>
  )
}
