import fc from 'fast-check'
import type { MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { binsOf, metricPoint } from './metric-points.ts'
import { exponentialBinsOf } from './metric-streams.ts'
import { minutes, seconds } from '../monitoring/traffic.ts'

/** The subjects of the requests: two endpoints, of which one is known by its shape only, and a host that an integration is known by. */
export const targets = ['/api/admin/one/', '/api/admin/two/:id/', 'api.pay.example'] as const

export type Target = (typeof targets)[number]

const isHost = (target: Target) => target === 'api.pay.example'

/** A request of a process, in milliseconds since 1970. */
export type Done = { at: number; target: Target; status: 200 | 500 }

/** How a process exports: two processes with the same `resource` cannot be told apart by it. */
export type Form = {
  resource: 'shared' | 'own'
  temporality: MetricPoint['temporality']
  bins: 'explicit' | 'exponential'
  /** In how many requests each export is sent. */
  parts: 1 | 2
}

export const forms: fc.Arbitrary<Form> = fc.record({
  resource: fc.constantFrom('shared' as const, 'own' as const),
  temporality: fc.constantFrom('cumulative' as const, 'cumulative' as const, 'delta' as const),
  bins: fc.constantFrom('explicit' as const, 'exponential' as const),
  parts: fc.constantFrom(1 as const, 2 as const),
})

/** What happens in the ten seconds before the exports of a step. `place` chooses the process or the subject. */
export type Event =
  | { event: 'requests'; place: number; target: Target; good: number; bad: number }
  | { event: 'starts' | 'stops' | 'restarts' | 'forwarding' | 'widens'; place: number }
  | { event: 'register' | 'retire'; target: Target }
  | { event: 'pause'; ms: number }
  | { event: 'newToken' | 'repeats' }

const target = fc.constantFrom(...targets)
const place = fc.nat(5)
export const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ event: fc.constant('requests' as const), place, target },
      ...{ good: fc.nat(3), bad: fc.nat(3) },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      event: fc.constantFrom('starts' as const, 'stops' as const, 'restarts' as const, 'forwarding' as const),
      place,
    }),
  },
  { weight: 1, arbitrary: fc.record({ event: fc.constant('widens' as const), place }) },
  { weight: 3, arbitrary: fc.record({ event: fc.constantFrom('register' as const, 'retire' as const), target }) },
  {
    weight: 1,
    arbitrary: fc.record({
      event: fc.constant('pause' as const),
      ms: fc.constantFrom(seconds(10), minutes(4), minutes(6), minutes(50), minutes(70)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('newToken' as const, 'repeats' as const) }) },
)

let processes = 0

/** A process that counts its requests by subject and status, from its start in milliseconds since 1970. */
export function createProcess(startedAt: number, form: Form) {
  const id = (processes += 1)
  const done: Done[] = []
  let exportedAt = startedAt
  let [scale, zeroThreshold] = [4, 0]
  // So that two processes that start at once have different starts, as clocks of nanoseconds give them.
  const startNanos = `${startedAt}${String(id % 1_000_000).padStart(6, '0')}`

  function pointOf(all: readonly Done[], since: number, at: number): MetricPoint {
    const [{ target, status } = { target: targets[0], status: 200 }] = all
    const durations = all.map((_, index) => 0.01 * 1.3 ** (index % 20))
    const point = metricPoint({
      ...{ at, temporality: form.temporality, count: all.length },
      sum: durations.reduce((sum, duration) => sum + duration, 0),
      bins: form.bins === 'explicit' ? binsOf(durations) : exponentialBinsOf(durations, scale, zeroThreshold),
      resource: form.resource === 'shared' ? {} : { 'service.instance.id': `process-${id}` },
      metric: isHost(target) ? 'http.client.request.duration' : 'http.server.request.duration',
      attributes: {
        'http.response.status_code': status,
        ...(isHost(target) ? { 'server.address': target } : { 'http.route': target.replace(':id', '{orderId}') }),
      },
    })
    return { ...point, startNanos: form.temporality === 'delta' ? `${since}000000` : startNanos }
  }

  return {
    ...{ id, startedAt, form, done },
    add: (request: Done) => void done.push(request),
    /** Makes the bins of the next exports wider. */
    widen() {
      scale -= 1
      zeroThreshold = Math.max(zeroThreshold, 2 ** (-6 + 0.25))
    },
    /** The data points of an export at this time, one for each subject and status. */
    export(at: number): MetricPoint[] {
      const since = form.temporality === 'delta' ? exportedAt : startedAt
      const counted = done.filter((request) => form.temporality === 'cumulative' || request.at > since)
      exportedAt = at
      return targets.flatMap((target) =>
        ([200, 500] as const).flatMap((status) => {
          const all = counted.filter((one) => one.target === target && one.status === status)
          return all.length === 0 ? [] : [pointOf(all, since, at)]
        }),
      )
    },
  }
}

export type Process = ReturnType<typeof createProcess>
