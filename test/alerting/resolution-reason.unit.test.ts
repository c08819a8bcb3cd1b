import fc from 'fast-check'
import { resolutionReason, timeAt, type Ending } from '../../src/alerting/planning/resolution-reason.ts'
import type { TimelineEvent } from '../../src/generated/prisma/client.ts'
import type { Evidence, Severity } from '../../src/monitoring/health/rule/state.ts'

const at = Date.parse('2026-03-01T20:10:00.000Z')
const minute = 60_000
const evidence: Evidence = {
  ...{ code: 'ERRORS_FAILING', windowSeconds: 60, n: 7, bad: 7, recentRate: 100, p95: 20, threshold: 25 },
  at: at - 14 * minute,
}
const worst = { severity: 'FALLANDO' as const, at: new Date(evidence.at), evidence }
const entry = (minutes: number, event: TimelineEvent, severity: Severity = 'FALLANDO') => ({
  ...{ event, severity },
  at: new Date(minutes * minute),
})

describe('the reason of an incident that is over', () => {
  const said = (ending: Ending, language: 'es' | 'en' = 'es') =>
    resolutionReason({ maxSeverity: 'FALLANDO', ending, at }, { worst, lastedMs: 10 * minute }, language)

  it('says how bad it was, for how long and when it recovered', () => {
    expect(said('AUTOMATIC')).toBe('Estuvo Fallando 10 min: 7 de 7 fallidas en 60 s; se recuperó a las 21:10 (Madrid).')
    expect(said('AUTOMATIC', 'en')).toBe('Was Failing for 10 min: 7 of 7 failed in 60 s; recovered at 21:10 (Madrid).')
  })

  it.each<Ending>(['BY_HAND', 'BY_FORCE', 'SUBJECT_REMOVED', 'ACCEPTED_AS_NORMAL', 'SUPPRESSED'])(
    'says that it did not recover if it ended %s',
    (ending) => {
      expect(said(ending)).toMatch(
        /^Estuvo Fallando 10 min: 7 de 7 fallidas en 60 s; (?!.*se recuperó).* 21:10 \(Madrid\)/,
      )
      expect(said(ending, 'en')).not.toMatch(/recover/i)
    },
  )

  it('leaves out numbers that were not stored', () => {
    const reason = resolutionReason(
      { maxSeverity: 'DEGRADADO', ending: 'AUTOMATIC', at },
      { worst: null, lastedMs: 0 },
      'es',
    )

    expect(reason).toBe('Estuvo Degradado; se recuperó a las 21:10 (Madrid).')
  })
})

describe('the time at a severity', () => {
  it('leaves out other severities, resolved periods and periods without data', () => {
    const timeline = [
      entry(0, 'OPENED', 'DEGRADADO'),
      entry(2, 'ESCALATED'),
      entry(5, 'ACKNOWLEDGED'),
      entry(10, 'DEESCALATED', 'DEGRADADO'),
      entry(12, 'RESOLVED', 'DEGRADADO'),
      entry(20, 'REOPENED'),
      entry(23, 'NO_DATA'),
      entry(40, 'DATA_RETURNED'),
      entry(41, 'RESOLVED'),
    ]

    expect(timeAt('FALLANDO', timeline, 50 * minute)).toBe((8 + 3 + 1) * minute)
    expect(timeAt('DEGRADADO', timeline, 50 * minute)).toBe((2 + 2) * minute)
  })

  it('is not shortened by a clock that was set back', () => {
    const timeline = [entry(0, 'OPENED'), entry(10, 'DEESCALATED', 'DEGRADADO'), entry(4, 'ESCALATED')]

    expect(timeAt('FALLANDO', timeline, 9 * minute)).toBe((9 + 5) * minute)
    expect(timeAt('DEGRADADO', timeline, 9 * minute)).toBe(0)
  })

  it('of both severities is never longer than the incident was open', () => {
    const events = fc.constantFrom<TimelineEvent>('ESCALATED', 'DEESCALATED', 'NO_DATA', 'DATA_RETURNED', 'UNSTABLE')
    const entries = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), events), { maxLength: 10 })
    fc.assert(
      fc.property(entries, (steps) => {
        const timeline = [entry(0, 'OPENED')]
        let passed = 0
        let severity: Severity = 'FALLANDO'
        for (const [minutes, event] of steps) {
          if (event === 'ESCALATED') severity = 'FALLANDO'
          if (event === 'DEESCALATED') severity = 'DEGRADADO'
          timeline.push(entry((passed += minutes), event, severity))
        }
        const total = timeAt('FALLANDO', timeline, passed * minute) + timeAt('DEGRADADO', timeline, passed * minute)

        expect(total).toBeLessThanOrEqual(passed * minute)
        if (!steps.some(([, event]) => event === 'NO_DATA')) expect(total).toBe(passed * minute)
      }),
    )
  })
})
