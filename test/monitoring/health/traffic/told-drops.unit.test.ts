import fc from 'fast-check'
import { evidenceOfEvent } from '../../../../src/monitoring/health/rule/evidence.ts'
import { evidenceOfDrop } from '../../../../src/monitoring/health/rule/evaluate-traffic.ts'
import { leaveIncident } from '../../../../src/monitoring/health/rule/manual-resolution.ts'
import { casesOf } from '../../../support/extent.ts'
import { hours, minutes, start } from '../../../support/monitoring/traffic.ts'
import { givenWatchedTraffic, twoInTen } from '../../../support/monitoring/watched-traffic.ts'

it('no request is missing before the first sample, and only those of the five minutes after it count', () => {
  const subject = givenWatchedTraffic()

  subject.lives(minutes(60))
  expect(subject.codes).toEqual([])
  subject.tick({ good: 1 })
  subject.lives(minutes(5))
  expect(subject.codes).toEqual(['OPERATIVO FIRST_SAMPLE'])
  subject.lives(minutes(1))
  expect(subject.codes).toEqual(['OPERATIVO FIRST_SAMPLE', 'DEGRADADO TRAFFIC_DROP'])
})

describe.each(['OPERATIVO', 'DEGRADADO', 'FALLANDO'] as const)('a subject that is %s', (state) => {
  it('is Desconocido at the next tick if it never had a sample', () => {
    const subject = givenWatchedTraffic({ state })

    subject.tick()
    expect(subject.memory.state).toBe('DESCONOCIDO')
  })
})

it.each([
  ['DEGRADADO', null],
  ['FALLANDO', start - hours(7)],
  ['DESCONOCIDO', start - minutes(1)],
] as const)(
  'one that is %s and had its last sample at %s is not made Operativo by an operator',
  (state, lastSampleAt) => {
    const { memory, summary, policy } = givenWatchedTraffic({ state, lastSampleAt })
    const evidence = evidenceOfEvent({ code: 'RESOLVED_BY_HAND' }, summary(), start)

    expect(leaveIncident(memory, evidence, summary(), policy()).memory.state).toBe('DESCONOCIDO')
  },
)

const steps = fc.constantFrom('good', 'few', 'none', 'bad', 'night', 'day', 'LATE', 'AWAY', 'clear', 'force', 'hand')
const lived = { good: { good: 2 }, bad: { bad: 2 }, few: {}, none: {} } as const

it('a drop is told only where its requests count, and nothing Operativo has one that was told', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(steps, fc.constantFrom(1, 3, 40, 100)), { maxLength: 12 }), (all) => {
      const subject = givenWatchedTraffic()
      subject.lives(minutes(6), 2)
      for (const [step, ticks] of all) {
        const { around } = subject
        if (step === 'night' || step === 'day') around.rate = step === 'day' ? twoInTen : null
        if (step === 'LATE' || step === 'AWAY' || step === 'clear') around.explanation = step === 'clear' ? null : step
        if (step === 'force' || step === 'hand') subject.resolve(step === 'force')
        const samples = lived[step as keyof typeof lived] ?? {}
        for (let tick = 0; tick < ticks; tick++) {
          const { memory, transition, events } = subject.tick(step === 'few' && tick % 9 === 0 ? { good: 1 } : samples)
          const told = [transition, ...events].filter((one) => one?.evidence.code === 'TRAFFIC_DROP')
          if (told.length > 0) expect(around).toMatchObject({ rate: twoInTen, explanation: null })
          for (const one of told) expect(one?.evidence.observedPerMinute).toBeLessThan(twoInTen.perMinute)
          const { n, bad } = evidenceOfDrop(memory, subject.summary(), subject.at)
          expect(bad).toBeLessThanOrEqual(n)
          if (memory.state === 'OPERATIVO') expect(memory.traffic?.told ?? null).toBeNull()
          if (memory.state !== 'DESCONOCIDO') expect(memory.lastSampleAt).not.toBeNull()
        }
      }
    }),
    { numRuns: casesOf(100, 1_500) },
  )
})

/** A drop that was told, and then a night in which none are expected. */
function overNight() {
  const subject = givenWatchedTraffic()
  subject.lives(minutes(10), 2)
  subject.lives(minutes(10))
  subject.around.rate = null
  subject.lives(minutes(30))
  expect(subject.codes.slice(1)).toEqual(['DEGRADADO TRAFFIC_DROP', 'DESCONOCIDO NO_DATA'])
  return subject
}

it('one that was forced at night is not told again by a single request', () => {
  const subject = overNight()
  expect(subject.resolve(true)).toBe(true)
  subject.lives(minutes(20))
  subject.tick({ good: 1 })
  subject.lives(minutes(10))

  expect(subject.memory).toMatchObject({ state: 'OPERATIVO', incidentSeverity: null })
})

it('is told again in the morning, without requests', () => {
  const subject = overNight()
  subject.around.rate = twoInTen
  subject.tick()

  expect(subject.codes.at(-1)).toBe('DEGRADADO TRAFFIC_DROP')
  expect(subject.open).toMatchObject({ noData: false })
})

it('is told in the morning also where a request came before', () => {
  const subject = overNight()
  subject.tick({ good: 1 })
  expect(subject.codes.at(-1)).toBe('DEGRADADO DATA_RETURNED')
  subject.around.rate = twoInTen
  subject.lives(minutes(10))

  expect(subject.codes.at(-1)).toBe('OTHER_CAUSE TRAFFIC_DROP')
})
