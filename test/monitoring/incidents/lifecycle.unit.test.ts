import fc from 'fast-check'
import { applyChange, type Incident, type IncidentChange } from '../../../src/monitoring/incidents/incident.ts'
import { incidentEventsFor, resolvedEvent, type IncidentState } from '../../../src/monitoring/incidents/lifecycle.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import type { HealthEvent, Evaluation } from '../../../src/monitoring/health/rule/transition.ts'
import { type Evidence, isBad, type ReasonCode, type State } from '../../../src/monitoring/health/rule/state.ts'
import { minutes, normal, start } from '../../support/monitoring/traffic.ts'
import { givenSubject } from '../../support/monitoring/subject.ts'

const evidenceAt = (at: number, code: Evidence['code'] = 'ERRORS_FAILING'): Evidence => ({
  code,
  windowSeconds: 60,
  n: 3,
  bad: 3,
  recentRate: 100,
  p95: 50,
  threshold: 25,
  at,
})

const incident = (changes: Partial<Incident> = {}): Incident => ({
  id: 'a',
  status: 'OPEN',
  severity: 'DEGRADADO',
  maxSeverity: 'DEGRADADO',
  noData: false,
  openedAt: start,
  resolvedAt: null,
  resolution: null,
  previousId: null,
  suppressed: false,
  maintenanceId: null,
  suppressedById: null,
  onboarding: false,
  reasonEndedAt: null,
  unsuppressedAt: null,
  reopenedAt: null,
  ...changes,
})

const resolved = (resolution: Incident['resolution']) => incident({ status: 'RESOLVED', resolvedAt: start, resolution })

/** A judgement that moves a subject; its memory says which incident the rule believes open. */
function moving(
  from: State,
  to: State,
  { at = start, code = 'ERRORS_FAILING' }: { at?: number; code?: ReasonCode } = {},
): Evaluation {
  const evidence = evidenceAt(at, code)
  const memory = { ...createRuleState(at), state: to, incidentSeverity: isBad(to) ? to : null }
  return { memory, transition: { from, to, at, evidence }, events: [] }
}

const namesOf = (changes: readonly IncidentChange[]) => changes.map(({ event }) => event)

const settle = (judgement: Evaluation, standing: Partial<IncidentState> = {}) =>
  incidentEventsFor(judgement, { open: null, last: null, ...standing }, normal, () => 'new')

describe('an incident', () => {
  it.each<[State, State]>([
    ['OPERATIVO', 'FALLANDO'],
    ['OPERATIVO', 'DEGRADADO'],
    ['DESCONOCIDO', 'FALLANDO'],
  ])('opens when a subject goes from %s to %s', (from, to) => {
    expect(settle(moving(from, to))).toMatchObject([{ event: 'OPENED', id: 'new', severity: to, previousId: null }])
  })

  it('names the one before it', () => {
    expect(settle(moving('OPERATIVO', 'FALLANDO'), { last: resolved('BY_HAND') })).toMatchObject([
      { event: 'OPENED', id: 'new', previousId: 'a' },
    ])
  })

  it('does not open for a subject of which nothing is known', () => {
    expect(settle(moving('OPERATIVO', 'DESCONOCIDO'))).toEqual([])
  })

  it('escalates in place and withdraws the acknowledgement', () => {
    const open = incident({ status: 'ACKNOWLEDGED' })

    const changes = settle(moving('DEGRADADO', 'FALLANDO'), { open })

    expect(namesOf(changes)).toEqual(['ESCALATED', 'ACKNOWLEDGEMENT_WITHDRAWN'])
    expect(folded(open, changes)).toMatchObject({
      id: 'a',
      status: 'OPEN',
      severity: 'FALLANDO',
      maxSeverity: 'FALLANDO',
    })
  })

  it('escalates without a word about an acknowledgement that nobody gave', () => {
    expect(namesOf(settle(moving('DEGRADADO', 'FALLANDO'), { open: incident() }))).toEqual(['ESCALATED'])
  })

  it('de-escalates in place, keeps the acknowledgement and remembers how bad it was', () => {
    const open = incident({ status: 'ACKNOWLEDGED', severity: 'FALLANDO', maxSeverity: 'FALLANDO' })

    const changes = settle(moving('FALLANDO', 'DEGRADADO'), { open })

    expect(namesOf(changes)).toEqual(['DEESCALATED'])
    expect(folded(open, changes)).toMatchObject({
      status: 'ACKNOWLEDGED',
      severity: 'DEGRADADO',
      maxSeverity: 'FALLANDO',
    })
  })

  it('resolves by itself on recovery', () => {
    const open = incident()

    const changes = settle(moving('DEGRADADO', 'OPERATIVO', { code: 'RECOVERED' }), { open })

    expect(changes).toMatchObject([{ event: 'RESOLVED', resolution: 'AUTOMATIC' }])
    expect(folded(open, changes)).toMatchObject({ status: 'RESOLVED', resolvedAt: start, resolution: 'AUTOMATIC' })
  })

  it('resolves by hand when an operator made the subject Operativo', () => {
    expect(settle(moving('DEGRADADO', 'OPERATIVO', { code: 'RESOLVED_BY_HAND' }), { open: incident() })).toMatchObject([
      { event: 'RESOLVED', resolution: 'BY_HAND' },
    ])
  })

  it('stays open through silence and says so', () => {
    const open = incident({ severity: 'FALLANDO', maxSeverity: 'FALLANDO' })

    const silent = folded(open, settle(moving('FALLANDO', 'DESCONOCIDO', { code: 'NO_DATA' }), { open }))
    const back = settle(moving('DESCONOCIDO', 'FALLANDO', { code: 'DATA_RETURNED' }), { open: silent })

    expect(silent).toMatchObject({ status: 'OPEN', noData: true })
    expect(namesOf(back)).toEqual(['DATA_RETURNED'])
    expect(folded(silent, back)).toEqual(open)
  })

  it.each([
    [15, 'REOPENED', 'a'],
    [15.5, 'OPENED', 'new'],
  ])('that comes back %f minutes after it resolved by itself is %s', (after, event, id) => {
    const judgement = moving('OPERATIVO', 'FALLANDO', { at: start + minutes(after) })

    const changes = settle(judgement, { last: resolved('AUTOMATIC') })

    expect(changes).toMatchObject([{ event, id, severity: 'FALLANDO' }])
  })

  it.each(['BY_HAND', 'BY_FORCE', 'SUBJECT_REMOVED'] as const)('that ended %s is never reopened', (resolution) => {
    expect(namesOf(settle(moving('OPERATIVO', 'FALLANDO'), { last: resolved(resolution) }))).toEqual(['OPENED'])
  })

  it('is open again, unacknowledged, once it is reopened', () => {
    const last = resolved('AUTOMATIC')

    const again = folded(last, settle(moving('OPERATIVO', 'FALLANDO'), { last }))

    expect(again).toMatchObject({ id: 'a', status: 'OPEN', severity: 'FALLANDO', resolvedAt: null, resolution: null })
  })

  it('says that its subject is unstable', () => {
    const events: HealthEvent[] = [{ name: 'UNSTABLE', evidence: evidenceAt(start) }]

    expect(namesOf(settle({ ...moving('OPERATIVO', 'FALLANDO'), events }))).toEqual(['OPENED', 'UNSTABLE'])
  })

  it('does not open while the rule grants the time after a resolution by force, and does when that is over', () => {
    const grace = moving('DEGRADADO', 'FALLANDO')
    grace.memory.incidentSeverity = null
    const over: Evaluation = {
      memory: { ...createRuleState(start), state: 'FALLANDO', incidentSeverity: 'FALLANDO' },
      transition: null,
      events: [{ name: 'STILL_HOLDS', evidence: evidenceAt(start) }],
    }

    expect(settle(grace, { last: resolved('BY_FORCE') })).toEqual([])
    expect(settle(over, { last: resolved('BY_FORCE') })).toMatchObject([{ event: 'OPENED', previousId: 'a' }])
  })

  it('ends with its subject', () => {
    const open = incident()

    expect(applyChange(open, resolvedEvent(open, 'SUBJECT_REMOVED', null), start)).toMatchObject({
      resolution: 'SUBJECT_REMOVED',
    })
  })
})

describe('the log of incidents', () => {
  const traffic = fc.array(
    fc.record({
      seconds: fc.integer({ min: 1, max: 60 }).map((count) => count * 10),
      bad: fc.integer({ min: 0, max: 5 }),
      slow: fc.integer({ min: 0, max: 5 }),
      good: fc.integer({ min: 0, max: 5 }),
      operator: fc.constantFrom('nothing', 'acknowledges', 'resolves', 'forces'),
    }),
    { maxLength: 40 },
  )

  it('replayed gives the open incidents, never more than one of a subject, and always the severity of its state', () =>
    fc.assert(
      fc.property(traffic, (stretches) => {
        const log: { change: IncidentChange; at: number }[] = []
        const lived = livedThrough(stretches, (change, at) => log.push({ change, at }))

        const replayed = new Map<string, Incident>()
        for (const { change, at } of log) {
          const after = applyChange(replayed.get(change.id) ?? null, change, at)
          if (after) replayed.set(after.id, after)
        }
        const open = [...replayed.values()].filter(({ status }) => status !== 'RESOLVED')

        expect(open).toEqual(lived.open ? [lived.open] : [])
        expect(open[0]?.severity ?? null).toBe(lived.memory.incidentSeverity)
        expect(open[0]?.noData ?? false).toBe(open.length > 0 && lived.memory.state === 'DESCONOCIDO')
        if (isBad(lived.memory.state) && lived.memory.forcedAt === null)
          expect(open[0]?.severity).toBe(lived.memory.state)
      }),
      { numRuns: 300 },
    ))
})

type Lived = { seconds: number; bad: number; slow: number; good: number; operator: string }

function livedThrough(stretches: readonly Lived[], tell: (change: IncidentChange, at: number) => void) {
  const subject = givenSubject()
  let standing: IncidentState & { last: Incident | null } = { open: null, last: null }
  let opened = 0
  const at = () => start + subject.elapsed * 1000
  const apply = (change: IncidentChange) => {
    tell(change, at())
    const after = applyChange(standing.open ?? standing.last, change, at())
    standing = after?.status === 'RESOLVED' ? { open: null, last: after } : { ...standing, open: after }
  }

  for (const { seconds, operator, ...samples } of stretches) {
    for (let passed = 0; passed < seconds; passed += 10) {
      subject.lives(10, samples)
      incidentEventsFor(subject.judgement, standing, normal, () => String(++opened)).forEach(apply)
    }
    const { open } = standing
    if (!open) continue
    if (operator === 'acknowledges')
      apply({ event: 'ACKNOWLEDGED', id: open.id, severity: open.severity, evidence: null })
    if (operator === 'resolves' || operator === 'forces') {
      const resolution = subject.isResolvedByHand({ force: operator === 'forces' })
      if (resolution) apply(resolvedEvent(open, resolution, null))
    }
  }
  return { open: standing.open, memory: subject.memory }
}

const folded = (from: Incident | null, changes: readonly IncidentChange[]) =>
  changes.reduce((current, change) => applyChange(current, change, start), from)

describe('the suppression of an incident', () => {
  const at = start + minutes(5)
  const change = { id: 'a', severity: 'FALLANDO', evidence: null } as const
  const reasons = [
    { maintenanceId: 'm', suppressedById: null, onboarding: false },
    { maintenanceId: null, suppressedById: 'i', onboarding: false },
    { maintenanceId: null, suppressedById: null, onboarding: true },
  ] as const
  const none = { maintenanceId: null, suppressedById: null, onboarding: false, reasonEndedAt: null }

  it.each(reasons)('has one reason, from now on, and changes nothing else: %j', (reason) => {
    const waiting = incident({ suppressed: true, reasonEndedAt: start })

    expect(applyChange(waiting, { ...change, event: 'SUPPRESSED', ...reason }, at)).toEqual({
      ...waiting,
      ...reason,
      reasonEndedAt: null,
    })
  })

  it('ends without a reason, at the time of its end', () => {
    const suppressed = incident({ suppressed: true, maintenanceId: 'm', reasonEndedAt: start })

    expect(applyChange(suppressed, { ...change, event: 'UNSUPPRESSED' }, at)).toEqual({
      ...suppressed,
      ...none,
      suppressed: false,
      unsuppressedAt: at,
    })
  })

  it('does not outlast a resolution: what opens again is open from then on', () => {
    const ended = incident({
      status: 'RESOLVED',
      resolvedAt: start,
      resolution: 'AUTOMATIC',
      suppressed: true,
      onboarding: true,
    })

    expect(applyChange(ended, { ...change, event: 'REOPENED' }, at)).toEqual({
      ...ended,
      ...none,
      ...{ status: 'OPEN', resolvedAt: null, resolution: null, suppressed: false },
      ...{ severity: 'FALLANDO', maxSeverity: 'FALLANDO', reopenedAt: at },
    })
  })

  it('of an incident that never reopened has no time of a reopening', () => {
    expect(applyChange(incident(), { ...change, event: 'ESCALATED' }, at)).toMatchObject({ reopenedAt: null })
  })
})
