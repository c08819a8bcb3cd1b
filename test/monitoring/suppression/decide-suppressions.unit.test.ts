import fc from 'fast-check'
import type { Suppression } from '../../../src/monitoring/incidents/incident.ts'
import {
  decideSuppressions,
  type OpenIncident,
  type SuppressedSubject,
} from '../../../src/monitoring/suppression/decide-suppressions.ts'
import { reachableFrom, toGraph } from '../../../src/monitoring/suppression/dependency-graph.ts'
import { casesOf } from '../../support/extent.ts'
import { minutes, start } from '../../support/monitoring/traffic.ts'

type State = 'OPERATIVO' | 'DEGRADADO' | 'FALLANDO' | 'DESCONOCIDO'

const count = 6
const subjectIds = Array.from({ length: count }, (_, index) => index)
const who = fc.nat(count - 1)
const edge = fc.record({ upstreamId: who, downstreamId: who }).filter((one) => one.upstreamId !== one.downstreamId)

const underTest: Suppression = { maintenanceId: null, suppressedById: null, onboarding: true }
const inMaintenance = (id: string): Suppression => ({ maintenanceId: id, suppressedById: null, onboarding: false })

const step = fc.record({
  changes: fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          who,
          state: fc.constantFrom<State>('OPERATIVO', 'DEGRADADO', 'FALLANDO', 'FALLANDO', 'FALLANDO', 'DESCONOCIDO'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          who,
          own: fc.subarray([inMaintenance('first'), inMaintenance('second'), underTest]),
        }),
      },
      { weight: 1, arbitrary: fc.record({ dependencies: fc.array(edge, { maxLength: 12 }) }) },
      { weight: 1, arbitrary: fc.record({ removed: who }) },
    ),
    { maxLength: 3 },
  ),
  /** Whether each half of the subjects is evaluated by an instance that does not see yet what the other opens. */
  apart: fc.boolean(),
  /** Whether nothing is evaluated at these ticks, as after a restart. */
  paused: fc.constantFrom(false, false, false, false, true),
  ticks: fc.constantFrom<number>(1, 1, 2, 6, 13, 13),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Story = [{ upstreamId: number; downstreamId: number }[], Step[]]

const goes = (id: number, state: State, ticks: number): Step => ({
  changes: [{ who: id, state }],
  apart: false,
  paused: false,
  ticks,
})

/** Three in a circle, of which the one that counts recovers, and fails again within two minutes. */
const aCircle: Story = [
  [0, 1, 2].map((id) => ({ upstreamId: id, downstreamId: (id + 1) % 3 })),
  [
    goes(0, 'FALLANDO', 1),
    goes(1, 'FALLANDO', 1),
    goes(2, 'FALLANDO', 1),
    goes(0, 'OPERATIVO', 1),
    goes(0, 'FALLANDO', 20),
  ],
]

/** What another depends on becomes DEGRADADO, or DESCONOCIDO, while the other fails. */
const noLongerFailing = (state: State): Story => [
  [{ upstreamId: 0, downstreamId: 1 }],
  [goes(0, 'FALLANDO', 1), goes(1, 'FALLANDO', 1), goes(0, state, 20)],
]

/** The incidents of some subjects over time, as states, reasons and dependencies change. */
function createWorld(dependencies: { upstreamId: number; downstreamId: number }[]) {
  const states = new Map<number, State>(subjectIds.map((id) => [id, 'OPERATIVO']))
  const own = new Map<number, Suppression[]>()
  const incidents = new Map<number, OpenIncident>()
  const resolved = new Map<number, OpenIncident>()
  const seen = new Map<number, number[]>(subjectIds.map((id) => [id, []]))
  let graph = toGraph(dependencies)
  let opened = 0

  const ownReasonsOf = ({ id }: SuppressedSubject) => own.get(id) ?? []
  const seenSince = ({ id }: SuppressedSubject, since: number) => seen.get(id)?.find((one) => one >= since) ?? null
  const decide = (at: number, isPaused = false) =>
    decideSuppressions([...incidents.values()], { ownReasonsOf, graph }, { at, isPaused, seenSince })

  function open(id: number, at: number): OpenIncident {
    const before = resolved.get(id)
    const fresh = {
      id: `incident-${(opened += 1)}`,
      openedAt: at,
      subject: { id, kind: 'INTEGRACIONES' as const, key: String(id), areaId: null },
    }
    // Every other one that has been resolved reopens.
    return {
      ...(before && opened % 2 === 0 ? before : fresh),
      ...visible,
      severity: 'FALLANDO',
      noData: false,
      opens: true,
    }
  }

  function evaluate(ids: readonly number[], at: number): void {
    for (const id of ids) {
      const state = states.get(id) ?? 'OPERATIVO'
      const incident = incidents.get(id)
      const isBad = state === 'FALLANDO' || state === 'DEGRADADO'
      if (state === 'OPERATIVO' && incident) resolve(incident)
      if (state === 'DESCONOCIDO' && incident) incidents.set(id, { ...incident, noData: true })
      if (isBad) incidents.set(id, { ...(incident ?? open(id, at)), severity: state, noData: false })
    }
    for (const [incidentId, decision] of decide(at)) {
      const incident = [...incidents.values()].find(({ id }) => id === incidentId)
      if (incident?.opens && ids.includes(incident.subject.id))
        incidents.set(incident.subject.id, {
          ...incident,
          ...(decision.is === 'SUPPRESSED' && suppressedFor(decision.reason)),
          opens: false,
        })
    }
  }

  function suppressedFor(reason: Suppression) {
    const upstream = [...incidents.values()].find(({ id }) => id === reason.suppressedById)
    return { suppressed: true, ...reason, upstreamId: upstream?.subject.id ?? null }
  }

  function resolve(incident: OpenIncident): void {
    incidents.delete(incident.subject.id)
    resolved.set(incident.subject.id, incident)
  }

  return {
    incidents,
    own,
    graph: () => graph,
    change(change: Step['changes'][number]): void {
      if ('state' in change) states.set(change.who, change.state)
      if ('own' in change) own.set(change.who, change.own)
      if ('dependencies' in change) graph = toGraph(change.dependencies)
      if (!('removed' in change)) return
      const incident = incidents.get(change.removed)
      if (incident) resolve(incident)
      states.set(change.removed, 'OPERATIVO')
    },
    tick(at: number, { apart, paused }: Pick<Step, 'apart' | 'paused'> = { apart: false, paused: false }): void {
      for (const id of subjectIds) if (states.get(id) !== 'DESCONOCIDO') seen.get(id)?.push(at)
      if (!paused) this.evaluate(at, apart)
      for (const [incidentId, decision] of decide(at, paused)) {
        const incident = [...incidents.values()].find(({ id }) => id === incidentId)
        if (!incident) throw new Error(`There is no open incident ${incidentId}.`)
        const since = decision.is === 'WAITS' ? decision.since : null
        incidents.set(incident.subject.id, {
          ...incident,
          ...(decision.is === 'COUNTS' && visible),
          ...(decision.is === 'SUPPRESSED' && suppressedFor(decision.reason)),
          reasonEndedAt: since,
        })
      }
    },
    evaluate(at: number, apart: boolean): void {
      const before = new Map(incidents)
      const [one, other] = apart ? [subjectIds.slice(0, 3), subjectIds.slice(3)] : [subjectIds, []]
      evaluate(one, at)
      if (apart) {
        const ofOne = new Map(incidents)
        incidents.clear()
        for (const [id, incident] of before) incidents.set(id, incident)
        evaluate(other, at)
        for (const id of one) {
          incidents.delete(id)
          const incident = ofOne.get(id)
          if (incident) incidents.set(id, incident)
        }
      }
    },
    decide,
  }
}

const visible = {
  suppressed: false,
  maintenanceId: null,
  suppressedById: null,
  onboarding: false,
  upstreamId: null,
  reasonEndedAt: null,
}

type World = ReturnType<typeof createWorld>

const isFailing = ({ severity, noData }: OpenIncident) => severity === 'FALLANDO' && !noData

/** The failing incidents above a subject, at any distance through failing ones. */
function aboveOf(id: number, world: World): OpenIncident[] {
  const failing = (one: number) => {
    const incident = world.incidents.get(one)
    return incident && isFailing(incident) ? [incident] : []
  }
  return [
    ...reachableFrom(id, (one) =>
      world
        .graph()
        .upstreamOf(one)
        .filter((upstreamId) => failing(upstreamId).length > 0),
    ),
  ]
    .flatMap(failing)
    .filter(({ subject }) => subject.id !== id)
}

it('at every tick each failing subject counts, or one above it does or did within two minutes, or is planned', () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 12 }), fc.array(step, { maxLength: 30 }), (dependencies, steps) => {
      const world = createWorld(dependencies)
      const { incidents, own } = world
      const hiddenSince = new Map<number, number>()
      let at = start
      let longestMs = 0
      for (const { changes, ticks, apart, paused } of steps) {
        for (const change of changes) world.change(change)
        for (let tick = 0; tick < ticks; tick += 1) {
          at += 10_000
          world.tick(at, { apart, paused })
          for (const id of subjectIds) {
            const incident = incidents.get(id)
            const all = incident && isFailing(incident) ? [incident, ...aboveOf(id, world)] : []
            const isSeen = all.some(({ suppressed, subject }) => !suppressed || (own.get(subject.id) ?? []).length > 0)
            if (all.length === 0 || isSeen) hiddenSince.delete(id)
            // Time in which nothing is evaluated does not count: it is hidden from the tick after that on.
            else hiddenSince.set(id, paused ? at + 10_000 : (hiddenSince.get(id) ?? at))
            longestMs = Math.max(longestMs, at - (hiddenSince.get(id) ?? at))
          }
        }
        expect(longestMs).toBeLessThan(minutes(2))
      }
    }),
    {
      numRuns: casesOf(300, 5_000),
      examples: [aCircle, noLongerFailing('DEGRADADO'), noLongerFailing('DESCONOCIDO')],
    },
  )
})

it('what suppresses an incident is its own reason, or one above it that counts or has its own', () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 12 }), fc.array(step, { maxLength: 20 }), (dependencies, steps) => {
      const world = createWorld(dependencies)
      const { incidents, own } = world
      let at = start
      for (const { changes, apart, paused } of steps) {
        for (const change of changes) world.change(change)
        at += 10_000
        world.tick(at, { apart, paused })
        const decisions = world.decide(at, paused)
        for (const [incidentId, decision] of decisions) {
          const incident = [...incidents.values()].find(({ id }) => id === incidentId) as OpenIncident
          const { maintenanceId, suppressedById, onboarding, subject } = incident
          // What was decided stays decided while nothing changes.
          if (decision.is !== 'SUPPRESSED') expect(decision.is).toBe('WAITS')
          else expect(decision.reason).toEqual({ maintenanceId, suppressedById, onboarding })
          if (decision.is !== 'SUPPRESSED') continue
          const ofSubject = own.get(subject.id) ?? []
          if (ofSubject.length > 0) expect(ofSubject).toContainEqual(decision.reason)
          else {
            const reason = aboveOf(subject.id, world).find(({ id }) => id === suppressedById)
            expect(reason).toBeDefined()
            expect(!reason?.suppressed || (own.get(reason.subject.id) ?? []).length > 0).toBe(true)
          }
        }
      }
    }),
    { numRuns: casesOf(300, 5_000) },
  )
})

it('of failing subjects without circles that fail at once only those count above which none fails', () => {
  const downwards = edge.filter(({ upstreamId, downstreamId }) => upstreamId < downstreamId)
  fc.assert(
    fc.property(fc.array(downwards, { maxLength: 12 }), fc.subarray(subjectIds), (dependencies, failing) => {
      const world = createWorld(dependencies)
      for (const id of failing) world.change({ who: id, state: 'FALLANDO' })

      world.tick(start)

      for (const id of failing) {
        const isFirst = aboveOf(id, world).length === 0
        expect(world.incidents.get(id)?.suppressed).toBe(!isFirst)
      }
    }),
    { numRuns: casesOf(300, 5_000) },
  )
})

it('of subjects that depend on each other in a circle and fail at once, one counts', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(subjectIds, { minLength: 2 }), (circle) => {
      const world = createWorld(
        circle.map((id, index) => ({ downstreamId: id, upstreamId: circle[(index + 1) % circle.length] ?? 0 })),
      )
      for (const id of circle) world.change({ who: id, state: 'FALLANDO' })

      world.tick(start)

      expect([...world.incidents.values()].filter(({ suppressed }) => !suppressed)).toHaveLength(1)
    }),
  )
})
