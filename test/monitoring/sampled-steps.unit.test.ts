import { chooseStepMs } from '../../src/monitoring/sampled-steps.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const hour = { backMs: 60 * MINUTE, stepMs: 10 * SECOND }

/** The steps of an hour with samples. */
const startsWhere = (isSampled: (index: number) => boolean) =>
  Array.from({ length: 360 }, (_, index) => index)
    .filter(isSampled)
    .map((index) => index * hour.stepMs)

it.each([
  ['in every step', () => true, 10 * SECOND],
  ['in no step', () => false, 10 * SECOND],
  ['at two moments 3 minutes apart', (index: number) => index === 200 || index === 218, 10 * SECOND],
  ['in four steps of five', (index: number) => index % 5 > 0, 10 * SECOND],
  ['in every other step', (index: number) => index % 2 === 0, 30 * SECOND],
  ['every 50 s', (index: number) => index % 5 === 0, MINUTE],
  ['every 3 minutes', (index: number) => index % 18 === 0, 5 * MINUTE],
  ['in every step but for an outage of 40 minutes', (index: number) => index < 60 || index >= 300, 10 * SECOND],
  ['every 50 s but for such an outage', (index: number) => index % 5 === 0 && (index < 60 || index >= 300), MINUTE],
])('an hour with samples %s has the shortest step at which most steps have some', (_when, isSampled, stepMs) => {
  expect(chooseStepMs(startsWhere(isSampled), hour)).toBe(stepMs)
})
