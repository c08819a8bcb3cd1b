import { type Kind } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { formatPercent, formatInteger, formatTenths } from '../../format/formatNumber.ts'
import { type Span, type Step } from './timeSteps.ts'
import { kinds } from '../../subjects/kinds.ts'

const text = localize(
  {
    nothing: 'Sin muestras en este periodo.',
    latency: (min: string, max: string, last: string) => `p95 entre ${min} y ${max} ms; el último, ${last} ms.`,
    budget: (ms: string) => ` Límite de ${ms} ms.`,
    budgets: (first: string, last: string) => ` El límite cambió de ${first} a ${last} ms.`,
    errors: (max: string, last: string) => `Hasta ${max} % de errores; el último, ${last} %.`,
    traffic: (total: string) => `${total} en total.`,
    expected: (count: string) => ` Se esperan al menos ${count} en el último tramo, según lo aprendido hasta ahora.`,
    gaps: (empty: string, total: string) => `Sin muestras en ${empty} de ${total} tramos.`,
  },
  {
    nothing: 'No samples in this period.',
    latency: (min, max, last) => `p95 between ${min} and ${max} ms; the last one ${last} ms.`,
    budget: (ms) => ` Limit of ${ms} ms.`,
    budgets: (first, last) => ` The limit changed from ${first} to ${last} ms.`,
    errors: (max, last) => `Up to ${max} % of errors; the last one ${last} %.`,
    traffic: (total) => `${total} in all.`,
    expected: (count) => ` At least ${count} are expected in the last step, as learned by now.`,
    gaps: (empty, total) => `No samples in ${empty} of ${total} steps.`,
  },
)

/** Describes each of the three charts in a sentence or two. */
export function describeCharts(kind: Kind, { steps }: Span): { latency: string; errors: string; traffic: string } {
  const points = steps.flatMap(({ point }) => point ?? [])
  const last = points.at(-1)
  if (!last) return { latency: text.nothing, errors: text.nothing, traffic: text.nothing }
  const p95 = points.map(({ latency }) => latency.p95)
  const total = points.reduce((sum, { requests }) => sum + requests, 0)
  const maxErrorRate = Math.max(...points.map(({ errorRate }) => errorRate))
  const empty = steps.length - points.length
  const gaps = empty > 0 ? ` ${text.gaps(formatInteger(empty), formatInteger(steps.length))}` : ''
  return {
    latency:
      text.latency(formatInteger(Math.min(...p95)), formatInteger(Math.max(...p95)), formatInteger(last.latency.p95)) +
      budgetText(steps) +
      gaps,
    errors: text.errors(formatPercent(maxErrorRate), formatPercent(last.errorRate)) + gaps,
    traffic: text.traffic(kinds[kind].requests.count(total)) + expectedText(steps) + gaps,
  }
}

function expectedText(steps: readonly Step[]): string {
  const expected = steps.at(-1)?.expected ?? null
  return expected === null ? '' : text.expected(formatTenths(expected))
}

function budgetText(steps: readonly Step[]): string {
  const [first, last] = [steps[0]?.budgetMs, steps.at(-1)?.budgetMs]
  if (first === null || first === undefined) return ''
  return first === last ? text.budget(formatInteger(last)) : text.budgets(formatInteger(first), formatInteger(last))
}
