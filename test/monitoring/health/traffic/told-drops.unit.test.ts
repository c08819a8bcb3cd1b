import { minutes } from '../../../support/monitoring/traffic.ts'
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
