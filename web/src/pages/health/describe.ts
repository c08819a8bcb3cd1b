import { type Kind } from '../../generated/graphql.ts'
import { words } from '../../language.ts'
import { showPercent, showWhole } from '../../ui/numbers.ts'
import { requestWords } from './kinds.ts'
import { type Span } from './steps.ts'

const text = words(
  {
    nothing: 'No llegó ninguna muestra en este periodo.',
    latency: (least: string, most: string, last: string) => `p95 entre ${least} y ${most} ms; el último, ${last} ms.`,
    errors: (most: string, last: string) => `Hasta ${most} % de errores; el último, ${last} %.`,
    traffic: (all: string) => `${all} en total.`,
    gaps: (without: string, all: string) => `Sin muestras en ${without} de ${all} tramos.`,
  },
  {
    nothing: 'No sample arrived in this period.',
    latency: (least, most, last) => `p95 between ${least} and ${most} ms; the last one ${last} ms.`,
    errors: (most, last) => `Up to ${most} % of errors; the last one ${last} %.`,
    traffic: (all) => `${all} in all.`,
    gaps: (without, all) => `No samples in ${without} of ${all} steps.`,
  },
)

/** Describes each of the three charts in a sentence or two. */
export function describe(kind: Kind, { steps }: Span): { latency: string; errors: string; traffic: string } {
  const points = steps.flatMap(({ point }) => point ?? [])
  const last = points.at(-1)
  if (!last) return { latency: text.nothing, errors: text.nothing, traffic: text.nothing }
  const p95 = points.map(({ latency }) => latency.p95)
  const all = points.reduce((sum, { requests }) => sum + requests, 0)
  const mostErrors = Math.max(...points.map(({ errorRate }) => errorRate))
  const without = steps.length - points.length
  const gaps = without > 0 ? ` ${text.gaps(showWhole(without), showWhole(steps.length))}` : ''
  return {
    latency: text.latency(showWhole(Math.min(...p95)), showWhole(Math.max(...p95)), showWhole(last.latency.p95)) + gaps,
    errors: text.errors(showPercent(mostErrors), showPercent(last.errorRate)) + gaps,
    traffic: text.traffic(requestWords[kind].count(showWhole(all))) + gaps,
  }
}
