import fc from 'fast-check'
import { redeliver } from '../../src/alerting/deliveries/operator-deliveries.ts'
import { noticeOf } from '../../src/alerting/deliveries/notices.ts'
import { updateDestination, type DestinationChange } from '../../src/alerting/destinations/manage-destinations.ts'
import { activeMutes, beginMute, endMute } from '../../src/alerting/mutes.ts'
import type { Actor } from '../../src/audit/actor.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { givenToldInstances, type ToldReceiver } from '../support/alerting/told-instances.ts'
import { createTracker, type Claim } from '../support/alerting/tracker.ts'
import { somebody } from '../support/auth/operators.ts'
import { manualClock, type ManualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { casesOf } from '../support/extent.ts'
import { testConfig } from '../support/gateway.ts'
import { givenOpenIncidents } from '../support/monitoring/incidents.ts'

const keys = ['a', 'b', 'c', 'd']
const types = ['alertmanager', 'pagerduty', 'webhook'] as const
const hourMs = 3_600_000

type Receiver = ToldReceiver & { type: (typeof types)[number]; filter: { severities?: ('FALLANDO' | 'DEGRADADO')[] } }
type World = {
  db: RootDatabase
  clock: ManualClock
  by: Actor
  receivers: Receiver[]
  muted: Map<string, string>
  maintenanceId: string
  instances: ReturnType<typeof givenToldInstances>
}

/** What happens at a step, to the subject or the receiver that it names. */
type Step = { name: keyof typeof happen; subject: number; receiver: number; number: number; seconds: number }

const keyOf = ({ subject }: Step) => keys[subject] ?? ''
const now = ({ clock }: World) => new Date(clock.now())
const receiverOf = ({ receivers }: World, { receiver }: Step) => receivers[receiver] as Receiver
const openOf = (world: World, step: Step) => ({ where: { openKey: `LIBRERIAS:${keyOf(step)}` }, at: now(world) })

const lastOf = ({ db }: World, step: Step) =>
  db.incident.findFirst({ where: { subject: { key: keyOf(step) } }, orderBy: { number: 'desc' } })

async function reopen(world: World, step: Step, suppressed: boolean) {
  const last = await lastOf(world, step)
  if (!last || last.openKey !== null) return
  const at = now(world)
  const data = { openKey: `LIBRERIAS:${keyOf(step)}`, status: 'OPEN' as const, resolvedAt: null, resolution: null }
  const reason = { suppressed, maintenanceId: suppressed ? world.maintenanceId : null }
  await world.db.incident.update({ where: { id: last.id }, data: { ...data, ...reason, reopenedAt: at } })
  const entry = { incidentId: last.id, at, event: 'REOPENED' as const, severity: last.severity }
  await world.db.timelineEntry.create({ data: entry })
}

const change = (world: World, { receiver }: Pick<Step, 'receiver'>, input: DestinationChange) =>
  updateDestination(world.db, types[receiver] ?? '', input, {
    ...{ by: world.by, at: now(world), config: testConfig },
    secrets: {} as never,
  })

const happen = {
  async open(world: World, step: Step) {
    const before = await world.db.incident.count({ where: openOf(world, step).where })
    if (before === 0) await givenOpenIncidents(world, [keyOf(step)])
  },
  async end(world: World, step: Step) {
    const { where, at } = openOf(world, step)
    const data = { openKey: null, status: 'RESOLVED' as const, resolvedAt: at, resolution: 'AUTOMATIC' as const }
    await world.db.incident.updateMany({ where, data })
  },
  reopen: (world: World, step: Step) => reopen(world, step, false),
  reopenSuppressed: (world: World, step: Step) => reopen(world, step, true),
  async endSuppression(world: World, step: Step) {
    const { where, at } = openOf(world, step)
    const found = await world.db.incident.findFirst({ where: { ...where, suppressed: true } })
    if (!found) return
    const data = { suppressed: false, maintenanceId: null, unsuppressedAt: at }
    await world.db.incident.updateMany({ where, data })
    const entry = { incidentId: found.id, at, event: 'UNSUPPRESSED' as const, severity: found.severity }
    await world.db.timelineEntry.create({ data: entry })
  },
  ease: (world: World, step: Step) =>
    world.db.incident.updateMany({ where: openOf(world, step).where, data: { severity: 'DEGRADADO' } }),
  acknowledge: (world: World, step: Step) =>
    world.db.incident.updateMany({ where: openOf(world, step).where, data: { status: 'ACKNOWLEDGED' } }),
  async mute(world: World, step: Step) {
    const key = keyOf(step)
    if (world.muted.has(key)) return
    const endsAt = new Date(world.clock.now() + 60 * 24 * hourMs)
    const input = { matcher: { subjects: [{ kind: 'LIBRERIAS' as const, id: key }] }, reason: 'Ya se sabe', endsAt }
    const { id } = await beginMute(world.db, input, world.by, now(world))
    world.muted.set(key, id)
  },
  async unmute(world: World, step: Step) {
    const id = world.muted.get(keyOf(step))
    if (id) await endMute(world.db, id, world.by, now(world)).catch(ignoreRefusal)
    world.muted.delete(keyOf(step))
  },
  narrow(world: World, step: Step) {
    const filter = { severities: ['FALLANDO' as const] }
    receiverOf(world, step).filter = filter
    return change(world, step, { filter })
  },
  widen(world: World, step: Step) {
    receiverOf(world, step).filter = {}
    return change(world, step, { filter: {} })
  },
  disable: (world: World, step: Step) => change(world, step, { enabled: false }),
  enable: (world: World, step: Step) => change(world, step, { enabled: true }),
  keepQuiet: (world: World, step: Step) => change(world, step, { tellsResolved: false }),
  lose: (world: World, step: Step) => receiverOf(world, step).tracker.goAway({ losesAnswers: true }),
  goAway: (world: World, step: Step) => receiverOf(world, step).tracker.goAway({ losesAnswers: false }),
  async refuse(world: World, step: Step) {
    receiverOf(world, step).tracker.refuse((await lastOf(world, step))?.number)
  },
  comeBack: (world: World, step: Step) => receiverOf(world, step).tracker.comeBack(),
  hold(world: World, step: Step) {
    receiverOf(world, step).isHolding = true
  },
  crashBefore(world: World, step: Step) {
    receiverOf(world, step).crash = 'BEFORE'
  },
  crashAfter(world: World, step: Step) {
    receiverOf(world, step).crash = 'AFTER'
  },
  async redeliver(world: World, { number, receiver }: Step) {
    const where = { destinationId: types[receiver] ?? '' }
    const all = await world.db.delivery.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })
    const delivery = all[number % Math.max(all.length, 1)]
    const context = { by: world.by, at: now(world), publicOrigin: null }
    // It is refused while its destination is disabled, and if there is nothing left to tell.
    if (delivery) await redeliver(world.db, delivery.id, context).catch(ignoreRefusal)
  },
  skip: ({ clock }: World) => clock.jump(hourMs),
  setBack: ({ clock }: World, { number }: Step) => clock.set(-hourMs * (number % 2 ? 2 : 480)),
  setForward: ({ clock }: World, { number }: Step) => clock.set(hourMs * (number % 2 ? 2 : 480)),
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error
}

const names = Object.keys(happen) as (keyof typeof happen)[]

const steps = fc.array(
  fc.record({
    name: fc.constantFrom(...names, ...(['open', 'open', 'end', 'reopen', 'acknowledge', 'redeliver'] as const)),
    subject: fc.nat(keys.length - 1),
    receiver: fc.nat(types.length - 1),
    number: fc.nat(5),
    seconds: fc.constantFrom(0, 10, 20, 40),
  }),
  { minLength: 8, maxLength: 30 },
)

/** The incidents by number, with what is true about each. */
async function truth({ db, clock }: World) {
  const rows = await db.incident.findMany({ where: { kind: 'LIBRERIAS' }, include: { subject: true } })
  const isMuted = await activeMutes(db, new Date(clock.now()))
  return new Map(
    rows.map(({ number, openKey, suppressed, status, severity, kind, subject: { key } }) => {
      const counts = openKey !== null && !suppressed
      const says: Claim['says'] = !counts ? 'OVER' : status === 'ACKNOWLEDGED' ? 'ACKNOWLEDGED' : 'FIRING'
      const muted = isMuted({ kind, key, severity, areaId: null, critical: false } as never)
      return [number, { says, isMuted: muted, severity, counts }]
    }),
  )
}

/** Everything that was said since the last step is true, and about nothing that is muted. */
async function expectTruth(world: World) {
  const facts = await truth(world)
  for (const { tracker, type } of world.receivers)
    for (const { number, says } of tracker.heard()) {
      const fact = facts.get(number)
      // Alertmanager knows no acknowledgement, and PagerDuty hears first that what is acknowledged begins.
      const isOnlyOpen = type !== 'webhook' && says === 'FIRING' && fact?.says === 'ACKNOWLEDGED'
      expect({ type, number, says, muted: false }).toEqual({
        ...{ type, number, muted: fact?.isMuted },
        says: isOnlyOpen ? 'FIRING' : fact?.says,
      })
    }
}

/** An incident's timeline names the destinations that took a message about it, and no others. */
async function expectNotices({ db, instances }: World) {
  const entries = await db.timelineEntry.findMany({ where: { event: 'NOTIFIED' }, include: { incident: true } })
  const noticed = entries.map((entry) => `${noticeOf(entry)?.destination} ${entry.incident.number}`)
  expect([...new Set(noticed)].sort()).toEqual([...instances.told].sort())
}

async function givenWorld(database: GivenDatabase, other: RootDatabase): Promise<World> {
  const { db } = database
  const clock = manualClock()
  const at = new Date(clock.now())
  const operator = await db.operator.create({
    data: { email: 'ana@example.org', name: 'Ana', role: 'admin', passwordHash: '', createdAt: at },
  })
  await db.subject.createMany({ data: keys.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key })) })
  const receivers: Receiver[] = []
  for (const type of types) {
    receivers.push({ type, tracker: createTracker(type), crash: null, isHolding: false, filter: {} })
    const subject = await db.subject.create({
      data: { kind: 'INTEGRACIONES', key: `destination_${type}`, name: type },
    })
    await db.destination.create({
      data: {
        ...{ id: type, name: type, config: { shown: type, to: [] }, secret: Buffer.from(type), createdAt: at },
        ...{ subjectId: subject.id, waitMs: 0, intervalMs: 10_000, repeatMs: 60_000 },
        type: type.toUpperCase() as 'WEBHOOK' | 'PAGERDUTY' | 'ALERTMANAGER',
      },
    })
  }
  const [startsAt, endsAt] = [0, 365 * 24 * hourMs].map((ms) => new Date(clock.now() + ms)) as [Date, Date]
  const maintenance = await db.maintenance.create({
    data: { byId: operator.id, reason: 'Obras', matcher: {}, startsAt, endsAt, zone: 'Europe/Madrid' },
  })
  const byUrl = Object.fromEntries(receivers.map((receiver) => [receiver.type, receiver]))
  const instances = givenToldInstances([db, other], clock, byUrl)
  const by = { ...somebody, operator }
  return { db, clock, by, receivers, muted: new Map(), maintenanceId: maintenance.id, instances }
}

/** Ends every outage of receivers, every mute and every pause, and waits until nothing is left to tell. */
async function calmDown(world: World) {
  for (const [receiver, { tracker }] of world.receivers.entries()) {
    tracker.comeBack()
    await change(world, { receiver }, { enabled: true })
  }
  for (const subject of keys.keys()) await happen.unmute(world, { subject } as Step)
  // A mute that begins later, because the clock was set back, is not to begin meanwhile.
  await world.db.mute.updateMany({ data: { endedAt: now(world) } })
  // Longer than the longest wait between two attempts, more often than there are attempts.
  for (let round = 0; round < 3; round++) {
    world.clock.jump(3 * hourMs)
    await world.instances.pass(30)
  }
}

it('whatever happens, each message is true when it is sent, and trackers of alerts end with what is open', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await using database = await givenDatabase()
      const other = await database.openAgain()
      const world = await givenWorld(database, other.db)
      const passed = new Map<string, Set<number>>(types.map((type) => [type, new Set()]))
      const silent = new Set<string>()

      for (const step of sequence) {
        await happen[step.name](world, step)
        if (step.name === 'keepQuiet') silent.add(types[step.receiver] ?? '')
        const facts = await truth(world)
        for (const { type, filter } of world.receivers)
          for (const [number, { severity, counts }] of facts)
            if (counts && (filter.severities?.includes(severity) ?? true)) passed.get(type)?.add(number)
        // What an attempt says that went on meanwhile was true when it began.
        if (step.name !== 'hold') await world.instances.release()
        for (const { tracker } of world.receivers) tracker.heard()
        await world.instances.pass(step.name === 'hold' ? 10 : step.seconds)
        await expectTruth(world)
      }
      await world.instances.release()
      for (const { tracker } of world.receivers) tracker.heard()
      await calmDown(world)
      await expectTruth(world)
      await expectNotices(world)

      const facts = await truth(world)
      for (const { type, tracker, filter } of world.receivers.slice(0, 2)) {
        const alerts = tracker.alerts()
        for (const [number, { says, severity }] of facts) {
          const stands = alerts.get(number) ?? 'OVER'
          const isDue = says !== 'OVER' && (filter.severities?.includes(severity) ?? true)
          const fires = { type, number, fires: stands !== 'OVER' }
          if (isDue) expect(fires).toEqual({ type, number, fires: true })
          if (says === 'OVER' && !silent.has(type)) expect(fires).toEqual({ type, number, fires: false })
          if (stands !== 'OVER') expect(passed.get(type)).toContain(number)
          // PagerDuty cannot take an acknowledgement back.
          if (type === 'pagerduty' && isDue && says === 'ACKNOWLEDGED')
            expect({ number, stands }).toEqual({ number, stands: says })
        }
      }
      await other.close()
    }),
    { numRuns: casesOf(4, 6), endOnFailure: true },
  )
})
