import {
  betweenTicks,
  changesIn,
  days,
  entered,
  hours,
  minutes,
  poisson,
  replayed,
  start,
  type Stretch,
} from '../../support/monitoring/traffic.ts'
import { casesOf } from '../../support/extent.ts'

// Poisson traffic from seeds, so that a failure repeats. THOROUGH=true tries twenty seeds each, and
// SYNTHETIC_REPORT=true prints the figures that docs/health.md shows.
const isReporting = process.env['SYNTHETIC_REPORT'] === 'true'
const seeds = (quick: number) => Array.from({ length: casesOf(quick, 20) }, (_, index) => index + 1)

const well = (perMinute: number): Stretch => ({ lasts: hours(2), perMinute, bad: 0.003 })
const report = (...figures: unknown[]) => {
  if (isReporting) process.stdout.write(`${figures.join(' ')}\n`)
}

describe('on synthetic traffic the rule', () => {
  it.each([
    [5, 80],
    [30, 60],
    [200, 50],
  ])('calls a total outage at %i requests a minute Fallando within %i s (median)', (perMinute, limit) => {
    const delays = seeds(3).map((seed) => delayOf(seed, perMinute, start))

    reportDelays('total outage', perMinute, delays)
    expect(medianOf(delays)).toBeLessThanOrEqual(limit)
  })

  it.each([
    [1, 300],
    [5, 85],
    [30, 65],
    [200, 55],
  ])('does so at %i a minute within %i s where the outage begins between two ticks (median)', (perMinute, limit) => {
    const delays = seeds(3).map((seed) => delayOf(seed, perMinute, betweenTicks(seed)))

    reportDelays('the same between ticks', perMinute, delays)
    expect(medianOf(delays)).toBeLessThanOrEqual(limit)
  })

  it.each([
    [0.2, 3],
    [1, 2],
    [5, 1],
    [30, 1],
    [200, 1],
  ])(
    'opens no incident in ten healthy days with 0.3 %% errors at %f requests a minute',
    (perMinute, count) => {
      const opened = seeds(count).map((seed) =>
        incidentsIn(poisson(seed, [{ lasts: days(10), perMinute, bad: 0.003 }], betweenTicks(seed))),
      )

      report('ten healthy days', perMinute, 'a minute: incidents', ...opened)
      expect(opened).toEqual(opened.map(() => 0))
    },
    600_000,
  )

  it.each([
    [1, 2],
    [5, 1],
    [30, 1],
  ])(
    'opens at most one incident in five days over a base of 2 %% errors at %i requests a minute',
    (perMinute, count) => {
      const opened = seeds(count).map((seed) =>
        incidentsIn(poisson(seed, [{ lasts: days(10), perMinute, bad: 0.02 }], betweenTicks(seed))),
      )

      report('ten days at 2 %', perMinute, 'a minute: incidents', ...opened)
      expect(opened.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2 * opened.length)
    },
    600_000,
  )

  it.each([5, 30, 200])('sees 10 %% errors for an hour at %i requests a minute', (perMinute) => {
    const traffic = [well(perMinute), { lasts: hours(1), perMinute, bad: 0.1 }]

    const opened = seeds(3).map((seed) => incidentsIn(poisson(seed, traffic, betweenTicks(seed))))

    report('10 % errors for an hour', perMinute, 'a minute: incidents', ...opened)
    expect(Math.min(...opened)).toBeGreaterThan(0)
  })

  it.each([5, 30, 200])(
    'makes one incident of three bad minutes and three good ones for an hour, at %i a minute',
    (perMinute) => {
      const hour = Array.from({ length: 20 }, (_, index) => ({
        lasts: minutes(3),
        perMinute,
        bad: index % 2 === 0 ? 1 : 0,
      }))

      const opened = seeds(3).map((seed) => incidentsIn(poisson(seed, [well(perMinute), ...hour, well(perMinute)])))

      report('three minutes bad, three good', perMinute, 'a minute: incidents', ...opened)
      expect(opened).toEqual(opened.map(() => 1))
    },
  )

  it.each([1, 5, 30, 200])('never resolves an outage that two hours of silence follow, at %i a minute', (perMinute) => {
    const outage = [well(perMinute), { lasts: minutes(20), perMinute, bad: 1 }]

    for (const seed of seeds(3)) {
      const samples = [...poisson(seed, outage)]
      const afterSilence = { at: (samples.at(-1)?.at ?? start) + hours(2), ok: false, durationMs: 50 }
      const changes = changesIn(replayed([...samples, afterSilence]))

      expect(changes).toContain('OPENED')
      expect(changes).not.toContain('RESOLVED')
    }
  })
})

/** How many seconds after a total outage began it was called Fallando; infinitely many where it never was. */
function delayOf(seed: number, perMinute: number, from: number): number {
  const outage = { lasts: minutes(30), perMinute, bad: 1 }
  const failedAt = entered(replayed(poisson(seed, [well(perMinute), outage], from)), 'FALLANDO')
  return failedAt === null ? Infinity : Math.round(failedAt - from - hours(2)) / 1000
}

function reportDelays(what: string, perMinute: number, delays: readonly number[]) {
  const [median, worst] = [medianOf(delays), Math.max(...delays)].map((delay) => delay.toFixed(1))
  report(what, perMinute, 'a minute: median', median, 's, worst', worst, 's')
}

const incidentsIn = (samples: Parameters<typeof replayed>[0]) =>
  changesIn(replayed(samples)).filter((change) => change === 'OPENED').length

function medianOf(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}
