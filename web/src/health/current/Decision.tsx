import { type ReactNode, useId } from 'react'
import { Skeleton } from '@mantine/core'
import { type Health } from '../../api/health/health.ts'
import { type HealthSignal } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { DescriptionList, type Fact, itemsOf } from '../../ui/display/DescriptionList.tsx'
import { formatPercent, formatInteger } from '../../format/formatNumber.ts'
import { formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import { formatSeconds } from './timerText.ts'
import classes from './Decision.module.css'

const text = localize(
  {
    decided: 'Cuando se decidió',
    notYet: 'Todavía no se ha podido juzgar: no ha llegado ninguna muestra.',
    window: 'Ventana evaluada',
    samples: 'Muestras',
    bad: { ERRORS: 'Fallidas', SLOW: 'Lentas', TRAFFIC: 'Fallidas' } satisfies Record<HealthSignal, string>,
    threshold: 'Límite',
    recent: 'En el último minuto',
    p95: 'p95 al decidir',
    none: 'ninguna',
  },
  {
    decided: 'When it was decided',
    notYet: 'It could not be judged yet: no sample has arrived.',
    window: 'Evaluated window',
    samples: 'Samples',
    bad: { ERRORS: 'Failed', SLOW: 'Slow', TRAFFIC: 'Failed' },
    threshold: 'Threshold',
    recent: 'In the last minute',
    p95: 'p95 when decided',
    none: 'none',
  },
)

type Evidence = NonNullable<Health['evidence']>
type Props = {
  /** Undefined while loading. */
  subject: { reason: string | null; evidence: Evidence | null } | undefined
  /** Title that names the decision, instead of the general title. */
  title?: string
  children?: ReactNode
}

/** The decision on a state: its time, its reason and the numbers at that time, which no longer change. */
export function Decision({ subject, title, children }: Props) {
  const titleId = useId()
  const now = useNow()
  const evidence = subject?.evidence
  return (
    <div className={classes.decision} role="group" aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {titleOf(title, evidence && formatTime(evidence.at, now))}
      </h3>
      <p className={classes.reason}>
        {subject ? (
          (subject.reason ?? text.notYet)
        ) : (
          <Skeleton component="span" display="block" height={12} width="70%" my={4} />
        )}
      </p>
      {evidence === null ? null : <DescriptionList items={itemsOf(factsOf(evidence?.signal), evidence)} />}
      {children}
    </div>
  )
}

const titleOf = (title = text.decided, time: string | null | undefined) => (time ? `${title} (${time})` : title)

const factsOf = (signal: HealthSignal = 'ERRORS'): readonly Fact<Evidence>[] => [
  {
    name: text.window,
    valueOf: ({ windowSeconds }) => (windowSeconds === null ? text.none : formatWindow(windowSeconds)),
  },
  { name: text.samples, valueOf: ({ n }) => formatInteger(n) },
  {
    // Evidence never has the signal TRAFFIC, which only limits have: evidence of traffic counts failed requests.
    name: text.bad[signal],
    valueOf: ({ n, bad }) => (n === 0 ? formatInteger(bad) : `${formatInteger(bad)} (${percent((100 * bad) / n)})`),
  },
  { name: text.threshold, valueOf: ({ threshold }) => percent(threshold) },
  { name: text.recent, valueOf: ({ recentRate }) => percent(recentRate) },
  { name: text.p95, valueOf: ({ p95 }) => (p95 === null ? null : `${formatInteger(p95)} ms`) },
]

const formatWindow = (seconds: number) => (seconds % 60 === 0 ? `${String(seconds / 60)} min` : formatSeconds(seconds))

const percent = (value: number | null) => (value === null ? null : `${formatPercent(value)} %`)
