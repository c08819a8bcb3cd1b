import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Health } from '../../api/health.ts'
import { words } from '../../language.ts'
import { Facts } from '../../ui/Facts.tsx'
import { showPercent, showWhole } from '../../ui/numbers.ts'
import { reasonOf } from '../../ui/reasons.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { showAge, showLasting, showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './Judgement.module.css'

const text = words(
  {
    since: (time: string, age: string) => `desde ${time}, ${age}`,
    notYet: 'Todavía no se ha podido juzgar: no ha llegado ninguna muestra.',
    facts: ['Ventana que decidió', 'Muestras', 'Malas', 'Límite', 'En el último minuto', 'p95 entonces'],
    slow: 'Lentas',
    none: 'ninguna',
    incident: 'Ver el incidente abierto',
  },
  {
    since: (time, age) => `since ${time}, ${age}`,
    notYet: 'It could not be judged yet: no sample has arrived.',
    facts: ['Window that decided', 'Samples', 'Bad', 'Threshold', 'In the last minute', 'p95 then'],
    slow: 'Slow',
    none: 'none',
    incident: 'See the open incident',
  },
)

/** The current state, since when, and why: in a sentence, and with the numbers that decided it. */
export function Judgement({ health }: { health: Health | undefined }) {
  const now = useNow()
  return (
    <div className={classes.judgement}>
      {health ? (
        <p>
          <StateMark state={health.state} />
          <span className={classes.since}>
            {text.since(showTime(health.stateSince, now), showAge(health.stateSince, now))}
          </span>
          {health.openIncident && (
            <span className={classes.incident}>
              <Link to="/incidents/$id" params={{ id: health.openIncident.id }}>
                {text.incident}
              </Link>
            </span>
          )}
        </p>
      ) : (
        <Skeleton height={12} width={240} my={4} />
      )}
      <p className={classes.reason}>
        {health ? (
          (reasonOf(health) ?? text.notYet)
        ) : (
          <Skeleton component="span" display="block" height={12} width="70%" my={4} />
        )}
      </p>
      {health?.evidence === null ? null : <Numbers evidence={health?.evidence} />}
    </div>
  )
}

function Numbers({ evidence }: { evidence: NonNullable<Health['evidence']> | undefined }) {
  const names = text.facts.map((name, place) => (place === 2 && evidence?.code === 'SLOW' ? text.slow : name))
  return <Facts names={names} values={evidence && valuesOf(evidence)} />
}

function valuesOf({ windowSeconds, n, bad, threshold, recentRate, p95 }: NonNullable<Health['evidence']>) {
  return [
    windowSeconds === null ? text.none : showLasting(new Date(0), new Date(windowSeconds * 1000)),
    showWhole(n),
    n === 0 ? showWhole(bad) : `${showWhole(bad)} (${percent((100 * bad) / n)})`,
    percent(threshold),
    percent(recentRate),
    p95 === null ? null : `${showWhole(p95)} ms`,
  ]
}

const percent = (value: number | null) => (value === null ? null : `${showPercent(value)} %`)
