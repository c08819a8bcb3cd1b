import fc from 'fast-check'
import { ReportRefusal } from '../../src/generated/prisma/enums.ts'
import { periodText } from '../../src/lib/duration-text.ts'
import { explain } from '../../src/monitoring/health/reason-text.ts'
import type { Evidence, ReportEvidence } from '../../src/monitoring/health/rule/state.ts'
import { formatPeriod } from '../../web/src/format/formatPeriod.ts'
import type * as reasons from '../../web/src/health/reasonText.ts'
import { casesOf } from '../support/extent.ts'
import { inEnglish } from '../support/browser/in-language.ts'

const { reasonText } = await inEnglish<typeof reasons>(new URL('../../web/src/health/reasonText.ts', import.meta.url))

const at = Date.parse('2026-03-03T09:00:00Z')
const refusals = Object.values(ReportRefusal)

it.each<[string, Partial<Evidence>]>([
  ['SILENCE_FAILING', { reports: reportsOf('pedidos', 60) }],
  ['SILENCE_FAILING', { reports: reportsOf('pedidos', 150) }],
  ['SILENCE_FAILING', { reports: reportsOf('pedidos', null) }],
  ['SILENCE_FAILING', { reports: reportsOf(null, null), n: 3, bad: 2 }],
  ['NO_DATA', { reports: reportsOf('pedidos', 60) }],
  ['TRAFFIC_DROP', { observedPerMinute: 0.4, expectedPerMinute: 8.4 }],
  ['RECOVERED', { observedPerMinute: 12, expectedPerMinute: 8.4 }],
  ['RECOVERED', { observedPerMinute: 12 }],
  ['TRAFFIC_DROP', { observedPerMinute: 0.2, expectedPerMinute: 1 }],
  ...refusals.map((reason): [string, Partial<Evidence>] => [
    'SILENCE_FAILING',
    { reports: { ...reportsOf('pedidos', 60), refusal: { reason, values: valuesOf(reason), at, count: 3 } } },
  ]),
])('the application explains %s in English as the server does', (code, given) => {
  for (const windowSeconds of [70, 230, 900, 7_260]) {
    const evidence = { ...silence, code: code as Evidence['code'], windowSeconds, ...given }
    expect(reasonText({ reason: explain(evidence), evidence: inResponse(evidence) })).toBe(explain(evidence, 'en'))
  }
})

it('what never received a sample says so in English', () => {
  expect(reasonText({ reason: 'Aún no ha llegado ninguna muestra.', evidence: null })).toBe(
    'No sample has arrived yet.',
  )
  expect(reasonText({ reason: null, evidence: null })).toBeNull()
})

it('a period that was stated is exact, and the same on the server and in the application', () => {
  const secondsOf: Record<string, number> = { d: 86_400, h: 3_600, min: 60, s: 1 }
  const read = (text: string) =>
    [...text.matchAll(/(\d+) ([a-z]+)/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * (secondsOf[unit ?? ''] ?? NaN),
      0,
    )

  expect([60, 170, 86_400, 608_399].map(formatPeriod)).toEqual(['1 min', '2 min 50 s', '1 d', '7 d 59 min 59 s'])
  fc.assert(
    fc.property(fc.nat(366 * 86_400), (seconds) => {
      expect(read(formatPeriod(seconds))).toBe(seconds)
      expect(periodText(seconds)).toBe(formatPeriod(seconds))
    }),
    { numRuns: casesOf(200, 2_000) },
  )
})

const silence = { n: 0, bad: 0, windowSeconds: 900, recentRate: null, p95: null, threshold: null, at }

function reportsOf(service: string | null, intervalSeconds: number | null): ReportEvidence {
  return { service, lastReportAt: at, intervalSeconds, refusal: null }
}

function valuesOf(reason: string) {
  if (reason === 'ENVIRONMENT') return { environment: 'PRE' }
  return reason.startsWith('TOKEN_') ? { at: new Date(at).toISOString() } : {}
}

/** Evidence as the GraphQL API returns it. */
const inResponse = ({ code, windowSeconds, n, bad, p95, threshold, reports, ...more }: Evidence) => ({
  ...{ code, signal: 'ERRORS' as const, windowSeconds, n, bad, p95, threshold, budgetMs: null, normalP95Ms: null },
  ...{ observedPerMinute: more.observedPerMinute ?? null, expectedPerMinute: more.expectedPerMinute ?? null },
  reports: reports
    ? {
        ...reports,
        lastReportAt: new Date(reports.lastReportAt).toISOString(),
        refusal: reports.refusal && refusalInResponse(reports.refusal),
      }
    : null,
})

const refusalInResponse = ({ reason, values }: NonNullable<ReportEvidence['refusal']>) => ({
  reason: reason as ReportRefusal,
  environment: values.environment ?? null,
  tokenEndedAt: values.at ?? null,
  text: 'El texto en español',
})
