import fc from 'fast-check'
import { inSpanish } from '../../support/browser/in-language.ts'

const { countedStates, suppressedText } = await inSpanish(() => import('../../../web/src/pages/overview/countKinds.ts'))

const states = ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO'] as const
const reasons = ['MAINTENANCE', 'ONBOARDING', 'UPSTREAM', null] as const

const healths = fc
  .record({
    counted: fc.array(fc.nat(20), { minLength: 4, maxLength: 4 }),
    suppressed: fc.uniqueArray(
      fc.record({
        state: fc.constantFrom(...states),
        reason: fc.constantFrom(...reasons),
        count: fc.integer({ min: 1, max: 9 }),
      }),
      { selector: ({ state, reason }) => `${state} ${String(reason)}` },
    ),
  })
  .map(({ counted, suppressed }) => {
    const stateCounts = states.map((state, index) => ({
      state,
      count:
        (counted[index] ?? 0) +
        suppressed.filter((entry) => entry.state === state).reduce((sum, { count }) => sum + count, 0),
    }))
    return {
      kind: 'LIBRERIAS' as const,
      subjectCount: stateCounts.reduce((sum, { count }) => sum + count, 0),
      stateCounts,
      suppressedCounts: suppressed,
    }
  })

it('the numbers of a card and those that it names as not counting are all of its subjects', () => {
  fc.assert(
    fc.property(healths, (health) => {
      const counted = countedStates(health).reduce((sum, { count }) => sum + count, 0)
      const named = (suppressedText(health) ?? '').match(/\d+/g) ?? []

      expect(counted + named.reduce((sum, number) => sum + Number(number), 0)).toBe(health.subjectCount)
      for (const { state, count, hasSuppressed } of countedStates(health)) {
        const all = health.stateCounts.find((entry) => entry.state === state)?.count
        expect(count !== all).toBe(hasSuppressed)
      }
    }),
  )
})

it('what does not count is named by its reason', () => {
  const suppressedCounts = [
    { state: 'DEGRADADO' as const, reason: 'ONBOARDING' as const, count: 1 },
    { state: 'FALLANDO' as const, reason: 'MAINTENANCE' as const, count: 2 },
  ]
  const health = { kind: 'LIBRERIAS' as const, subjectCount: 3, stateCounts: [], suppressedCounts }

  expect(suppressedText({ ...health, suppressedCounts: suppressedCounts.slice(0, 1) })).toBe('1 en pruebas, no cuenta')
  expect(suppressedText(health)).toBe('2 en mantenimiento, 1 en pruebas, no cuentan')
  expect(suppressedText({ ...health, suppressedCounts: [] })).toBeNull()
})
