import { type ReactNode, useId } from 'react'
import { Skeleton } from '@mantine/core'
import { type Health } from '../../api/health/health.ts'
import { localize } from '../../i18n.ts'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { formatPercent, formatInteger } from '../../format/formatNumber.ts'
import { formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import { reasonText } from '../reasonText.ts'
import { formatSeconds } from './timerText.ts'
import classes from './Decision.module.css'

const text = localize(
  {
    decided: 'Cuando se decidió',
    notYet: 'Todavía no se ha podido juzgar: no ha llegado ninguna muestra.',
    facts: ['Ventana evaluada', 'Muestras', 'Fallidas', 'Límite', 'En el último minuto', 'p95 al decidir'],
    slow: 'Lentas',
    none: 'ninguna',
  },
  {
    decided: 'When it was decided',
    notYet: 'It could not be judged yet: no sample has arrived.',
    facts: ['Evaluated window', 'Samples', 'Failed', 'Threshold', 'In the last minute', 'p95 when decided'],
    slow: 'Slow',
    none: 'none',
  },
)

type Evidence = NonNullable<Health['evidence']>
type Props = {
  /** Undefined while loading. */
  subject: { reason: string | null; evidence: Evidence | null } | undefined
  /** What was decided, in place of that something was. */
  title?: string
  children?: ReactNode
}

/** The decision on a state: its time, its reason and the numbers at that time, which do not change any more. */
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
          (reasonText(subject) ?? text.notYet)
        ) : (
          <Skeleton component="span" display="block" height={12} width="70%" my={4} />
        )}
      </p>
      {evidence === null ? null : <EvidenceList evidence={evidence} />}
      {children}
    </div>
  )
}

const titleOf = (title = text.decided, time: string | null | undefined) => (time ? `${title} (${time})` : title)

function EvidenceList({ evidence }: { evidence: Evidence | undefined }) {
  const names = text.facts.map((name, index) => (index === 2 && evidence?.signal === 'SLOW' ? text.slow : name))
  return <DescriptionList names={names} values={evidence && formatEvidence(evidence)} />
}

function formatEvidence({ windowSeconds, n, bad, threshold, recentRate, p95 }: Evidence) {
  return [
    windowSeconds === null ? text.none : formatWindow(windowSeconds),
    formatInteger(n),
    n === 0 ? formatInteger(bad) : `${formatInteger(bad)} (${percent((100 * bad) / n)})`,
    percent(threshold),
    percent(recentRate),
    p95 === null ? null : `${formatInteger(p95)} ms`,
  ]
}

const formatWindow = (seconds: number) => (seconds % 60 === 0 ? `${String(seconds / 60)} min` : formatSeconds(seconds))

const percent = (value: number | null) => (value === null ? null : `${formatPercent(value)} %`)
