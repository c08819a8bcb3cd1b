import { evidenceOfEvent } from '../../../../src/monitoring/health/rule/evidence.ts'
import { leaveIncident } from '../../../../src/monitoring/health/rule/manual-resolution.ts'
import { hours, minutes, start } from '../../../support/monitoring/traffic.ts'
import { givenWatchedTraffic } from '../../../support/monitoring/watched-traffic.ts'

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
