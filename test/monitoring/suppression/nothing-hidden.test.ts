import fc from 'fast-check'
import { givenAlertingGateway, givenDestination } from '../../support/alerting/destinations.ts'
import { givenReceiver } from '../../support/alerting/receiver.ts'
import { givenServiceToken } from '../../support/auth/tokens.ts'
import { givenDatabase } from '../../support/database/database.ts'
import { givenRefusals } from '../../support/database/refusals.ts'
import { casesOf } from '../../support/extent.ts'
import type { GivenGateway, Observation } from '../../support/gateway.ts'
import { givenHeartbeat } from '../../support/monitoring/heartbeats.ts'
import { watchCounts } from '../../support/monitoring/listed-incidents.ts'
import { givenQuickLibraries, readFailing, watchHidden } from '../../support/monitoring/suppressed-libraries.ts'
import { minutes } from '../../support/monitoring/traffic.ts'
import { until } from '../../support/until.ts'

/** Two bookshops are reported by the platform, two by an agent with a token of its own; the last subject is a job that beats. */
const reporters = [0, 0, 1, 1, null] as const
const who = fc.nat(reporters.length - 1)

/** The bad ones of these outcomes, sent every so many ticks of ten seconds, or no outcome at all. */
const behaviours = {
  works: { of: 20, bad: 0, every: 1 },
  limps: { of: 20, bad: 2, every: 1 },
  fails: { of: 20, bad: 20, every: 1 },
  worksRarely: { of: 1, bad: 0, every: 3 },
  failsRarely: { of: 1, bad: 1, every: 3 },
  failsNowAndThen: { of: 2, bad: 2, every: 5 },
  isSilent: null,
} as const
type Behaviour = keyof typeof behaviours

const action = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant('behaves' as const),
      how: fc.constantFrom<Behaviour>(
        ...(['works', 'limps', 'worksRarely', 'isSilent'] as const),
        ...(['fails', 'fails', 'fails', 'failsRarely', 'failsNowAndThen'] as const),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('plans' as const), lasts: fc.constantFrom(60, 200) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('ends', 'testsLibrary', 'activatesLibrary') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('depends', 'isFree'), on: who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('retires', 'restarts') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('stopsReporting', 'reportsAgain'), reporter: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refusesWrites' as const),
      after: fc.nat(25),
      count: fc.constantFrom<number>(1, 2, 1_000),
    }),
  },
)
const step = fc.record({ who, action, seconds: fc.constantFrom<number>(10, 20, 60, 130) })
const edge = fc.tuple(who, who).filter(([downstream, upstream]) => downstream !== upstream)
const story = fc.record({
  /** Any, circles included: they may have been stored before they were refused. */
  stored: fc.uniqueArray(edge, { selector: String, maxLength: 9 }),
  steps: fc.array(step, { minLength: 6, maxLength: casesOf(8, 14) }),
})
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never
type Step = Story['steps'][number]

const behaves = (one: number, how: Behaviour, seconds: number): Step => ({
  who: one,
  action: { does: 'behaves', how },
  seconds,
})

/** Each depends on the next, the last on the first; the one that counts recovers and fails again within two minutes. */
const aCircle: Story = {
  stored: [
    [0, 2],
    [1, 0],
    [2, 1],
  ],
  steps: [
    behaves(0, 'fails', 60),
    behaves(1, 'fails', 10),
    behaves(2, 'fails', 60),
    behaves(0, 'works', 60),
    behaves(0, 'fails', 220),
  ],
}

/** What it depends on only limps any more, or is reported by nobody any more. */
const overBut = (how: Behaviour): Story => ({
  stored: [[1, 0]],
  steps: [behaves(0, 'fails', 60), behaves(1, 'fails', 60), behaves(0, how, 220)],
})

/** The one between an outage and a failing one is well again. */
const aBrokenChain: Story = {
  stored: [
    [1, 0],
    [2, 1],
  ],
  steps: [behaves(0, 'fails', 30), behaves(1, 'fails', 30), behaves(2, 'fails', 30), behaves(1, 'works', 220)],
}

/** Its agent falls silent while it is suppressed, and comes back after the reason has ended. */
const aSilentAgent: Story = {
  stored: [[2, 0]],
  steps: [
    behaves(0, 'fails', 60),
    behaves(2, 'fails', 60),
    { who: 2, action: { does: 'stopsReporting', reporter: 1 }, seconds: 130 },
    behaves(0, 'works', 130),
    { who: 2, action: { does: 'reportsAgain', reporter: 1 }, seconds: 220 },
  ],
}

/** A job that depends on an outage misses its beats, and goes on missing them after it. */
const aMissedBeat: Story = {
  stored: [[4, 0]],
  steps: [behaves(0, 'fails', 10), behaves(4, 'isSilent', 200), behaves(0, 'works', 220)],
}

/** The writes of the tick at which it would count, or begin to wait, are refused. */
const refusedAt = (after: number): Story => ({
  stored: [[1, 0]],
  steps: [
    behaves(0, 'fails', 30),
    behaves(1, 'fails', 30),
    behaves(0, 'works', 10),
    ...Array.from({ length: 4 }, (_, index) => ({
      who: 0,
      action: { does: 'refusesWrites' as const, after: after + index, count: 1 },
      seconds: 10,
    })),
    behaves(0, 'works', 200),
  ],
})

/** Subjects of several stories live at the same time on one server; what happens to the server happens to all. */
const known: { stories: Story[]; of: string }[] = [
  {
    stories: [aCircle, overBut('limps'), overBut('isSilent'), aBrokenChain, aMissedBeat],
    of:
      'three in a stored circle; below an outage: where degradation is left of it, where nobody reports it any more, ' +
      'where one between them recovers, and a job that misses its beats',
  },
  {
    stories: [aSilentAgent, refusedAt(0)],
    of: 'below an outage: one whose source is silent while it ends, and one while the database refuses writes',
  },
]
const storiesAtOnce = 3
const generated = Array.from({ length: casesOf(1, 2) }, (_, index) => ({
  stories: fc.sample(story, { numRuns: storiesAtOnce, seed: index + 1 }),
  of: `generated stories ${index + 1}`,
}))

let world: World | null = null
afterAll(() => world?.[Symbol.asyncDispose]())

it.each([...known, ...generated])(
  'every failing subject counts, or one above it that fails, or one did within two minutes; what counts is told, and listed: $of',
  async ({ stories }) => {
    world ??= await givenWorld()
    const current = world
    // What a story that fails leaves behind is not for the next one.
    world = null
    try {
      await play(stories, current)
    } catch (error) {
      await current[Symbol.asyncDispose]()
      throw error
    }
    world = current
  },
)

type World = Awaited<ReturnType<typeof givenWorld>>

/** A gateway for one story after the other, with a bookshop that works of each who reports. */
async function givenWorld() {
  const receiver = await givenReceiver()
  const database = await givenDatabase()
  const gateway = await givenAlertingGateway({ database })
  const refusals = await givenRefusals(database.db)
  await givenDestination(gateway, receiver.url, { waitSeconds: 0, intervalSeconds: 10 })
  const healthy = await givenQuickLibraries(gateway.db, 2, gateway.clock.now())
  const agent = await givenServiceToken(gateway)
  const given = { database, gateway, refusals, healthy, agent, heldUntil: gateway.clock.now() + minutes(1), ticks: 0 }
  return Object.assign(given, {
    async restart(): Promise<void> {
      const { clock } = given.gateway
      await given.gateway[Symbol.asyncDispose]()
      given.gateway = await givenAlertingGateway({ database, clock })
      given.heldUntil = clock.now() + minutes(1)
    },
    async [Symbol.asyncDispose]() {
      await given.gateway[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  })
}

type Subject = {
  kind: 'LIBRERIAS' | 'INTEGRACIONES'
  id: string
  /** Who reports it; null for a job that beats. */
  reporter: number | null
  how: Behaviour
  isRetired: boolean
}

/** The subjects of a story, its job with the secret of its beats, and the steps that are left, by ticks since the start. */
type Cast = { subjects: Subject[]; job: { subject: Subject; secret: string }; script: (Step & { at: number })[] }

async function givenCast({ gateway }: World, { stored, steps }: Story): Promise<Cast> {
  const { db, clock } = gateway
  const { heartbeat, secret } = await givenHeartbeat(gateway)
  const codes = await givenQuickLibraries(db, 4, clock.now())
  const lives = { how: 'works' as const, isRetired: false }
  const subject: Subject = {
    kind: 'INTEGRACIONES',
    id: heartbeat['integration'].id as string,
    reporter: null,
    ...lives,
  }
  const libraries = codes.map((id, index): Subject => {
    return { kind: 'LIBRERIAS', id, reporter: reporters[index] ?? null, ...lives }
  })
  const subjects = [...libraries, subject]
  const rows = await db.subject.findMany({ where: { key: { in: subjects.map(({ id }) => id) } } })
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  const idOf = (one: number) => ids.get(subjects[one]?.id ?? '') ?? 0
  await db.dependency.createMany({
    data: stored.map(([downstream, upstream]) => ({ downstreamId: idOf(downstream), upstreamId: idOf(upstream) })),
  })
  const script = steps.map((one, index) => ({ ...one, at: ticksOf(steps.slice(0, index)) }))
  return { subjects, job: { subject, secret }, script }
}

const ticksOf = (steps: readonly Step[]) => steps.reduce((sum, { seconds }) => sum + seconds, 0) / 10

async function play(stories: readonly Story[], world: World) {
  const casts: Cast[] = []
  for (const one of stories) casts.push(await givenCast(world, one))
  const subjects = casts.flatMap((cast) => cast.subjects)
  const keys = subjects.map(({ id }) => id)
  const isReporting = [true, true]
  const hiddenAt = watchHidden()
  const counts = await watchCounts(world.gateway)
  let wasInterrupted = false
  let refusal: { after: number; count: number } | null = null

  const tick = async () => {
    const seen = new Set(casts.map(({ job }) => job.subject.id))
    const due = subjects.filter(({ how }) => behaviours[how] && world.ticks % (behaviours[how]?.every ?? 1) === 0)
    for (const [reporter, ok] of isReporting.entries()) {
      const own = due.filter((one) => one.reporter === reporter && !one.isRetired)
      if (!ok) continue
      for (const { id } of own) seen.add(id)
      const healthy = outcomesOf({ id: world.healthy[reporter] ?? '', how: 'works' })
      await report(world, reporter, [...healthy, ...own.flatMap(outcomesOf)])
    }
    for (const { job } of casts) if (world.ticks % 5 === 0) await beat(world, job)
    if (refusal) await world.refusals.refuse(refusal)
    await world.gateway.pass(10)
    if (refusal) await world.refusals.accept()
    const at = world.gateway.clock.now()
    const { isInterrupted, silent } = await readTelemetry(world)
    const held = subjects.filter(({ reporter }) => reporter !== null && silent.includes(reporter)).map(({ id }) => id)
    const failing = await readFailing(world.gateway.db, keys, { at, held })
    const isPaused = at < world.heldUntil || isInterrupted || wasInterrupted
    const isRefused = refusal !== null
    expect(hiddenAt(failing, { at, isSeen: (key) => seen.has(key), isPaused, isRefused })).toEqual([])
    if (world.ticks % 4 === 0) await counts.check(world.gateway)
    if (world.ticks % 20 === 0) await counts.opensPanel(world.gateway)
    wasInterrupted = isInterrupted
    refusal = null
    world.ticks += 1
  }
  const perform = async (cast: Cast, { who: one, action }: Step) => {
    const { gateway } = world
    const subject = cast.subjects[one]
    if (!subject) return
    const actions = {
      behaves: ({ how }: { how: Behaviour }) => {
        subject.how = how
      },
      plans: ({ lasts }: { lasts: number }) => plan(gateway, refTo(subject), lasts),
      ends: () => endMaintenances(gateway),
      testsLibrary: () => setStage(gateway.db, subject, 'EN_PRUEBAS'),
      activatesLibrary: () => setStage(gateway.db, subject, 'ACTIVA'),
      // What would be a circle is refused.
      depends: ({ on }: { on: number }) => depend(gateway, subject, [cast.subjects[on] ?? subject]),
      isFree: () => depend(gateway, subject, []),
      retires: () => retire(gateway, subject),
      restarts: () => world.restart(),
      stopsReporting: ({ reporter }: { reporter: number }) => {
        isReporting[reporter] = false
      },
      reportsAgain: ({ reporter }: { reporter: number }) => {
        isReporting[reporter] = true
      },
      refusesWrites: (next: { after: number; count: number }) => {
        refusal = next
      },
    }
    await (actions[action.does] as (given: typeof action) => unknown)(action)
  }

  do await tick()
  while (world.gateway.clock.now() < world.heldUntil)
  const length = Math.max(...stories.map(({ steps }) => ticksOf(steps)))
  for (let ticks = 0; ticks < length; ticks += 1) {
    for (const cast of casts) for (const one of cast.script) if (one.at === ticks) await perform(cast, one)
    await tick()
  }
  await everyCountedIsTold(world.gateway)
  await endMaintenances(world.gateway)
  for (const subject of subjects) await retire(world.gateway, subject)
  isReporting.fill(true)
  for (let ticks = 0; ticks < 2; ticks += 1) await tick()
}

const beat = ({ gateway: { url } }: World, { subject: { how }, secret }: Cast['job']) =>
  how === 'isSilent'
    ? Promise.resolve()
    : fetch(`${url}/ingest/v1/heartbeats/${secret}?status=${how.startsWith('fails') ? 'down' : 'up'}`)

const report = ({ gateway: { url, ingestToken }, agent }: World, reporter: number, observations: Observation[]) =>
  fetch(`${url}/ingest/v1/observations`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${reporter === 0 ? ingestToken : agent.secret}`,
    },
    body: JSON.stringify({ observations }),
  })

function outcomesOf({ id, how }: Pick<Subject, 'id' | 'how'>): Observation[] {
  const { of, bad } = behaviours[how] ?? { of: 0, bad: 0 }
  return Array.from({ length: of }, (_, index) => ({ kind: 'library', id, ok: index >= bad, durationMs: 20 }))
}

/** Whether all telemetry is interrupted, and who of those that report is silent, as of the last tick. */
async function readTelemetry({ gateway: { db }, agent }: World): Promise<{ isInterrupted: boolean; silent: number[] }> {
  const judgement = await db.judgement.findUnique({ where: { id: 1 } })
  const sources = await db.service.findMany({
    where: { intervalSeconds: { not: null }, subject: { state: 'FALLANDO' } },
  })
  return {
    isInterrupted: judgement?.interruptedSince != null,
    silent: sources.map(({ id }) => (id === agent.token.serviceId ? 1 : 0)),
  }
}

const refTo = ({ kind, id }: Subject) => ({ kind, id })

const depend = (gateway: GivenGateway, subject: Subject, upstream: readonly Subject[]) =>
  gateway.query('mutation ($input: DependenciesInput!) { setDependencies(input: $input) { id } }', {
    input: { subject: refTo(subject), upstream: upstream.map(refTo) },
  })

async function retire(gateway: GivenGateway, subject: Subject): Promise<void> {
  const { errors } = await gateway.query(
    'mutation ($input: RetireSubjectInput!) { retireSubject(input: $input) { retiredAt } }',
    { input: { ...refTo(subject), reason: 'Cierra' } },
  )
  expect(errors).toBeUndefined()
  subject.isRetired = true
}

const setStage = (db: GivenGateway['db'], { id }: Subject, stage: 'EN_PRUEBAS' | 'ACTIVA') =>
  db.onboarding.updateMany({ where: { libraryCode: id }, data: { stage } })

const plan = (gateway: GivenGateway, subject: { kind: string; id: string }, seconds: number) => {
  const [startsAt, endsAt] = [0, seconds].map((after) => new Date(gateway.clock.now() + after * 1_000).toISOString())
  return gateway.data('mutation ($input: MaintenanceInput!) { planMaintenance(input: $input) { id } }', {
    input: { matcher: { subjects: [subject] }, reason: 'Copia', startsAt, endsAt },
  })
}

async function endMaintenances(gateway: GivenGateway): Promise<void> {
  for (const { id } of await gateway.db.maintenance.findMany({ where: { endedAt: null } }))
    await gateway.query('mutation ($id: ID!) { endMaintenance(id: $id) { id } }', { id })
}

/** Waits until a message about each incident that counts is delivered, since it opened, reopened or was unsuppressed. */
const everyCountedIsTold = (gateway: GivenGateway) =>
  until('every incident that counts is told', async () => {
    await gateway.pass(10)
    const counted = await gateway.db.incident.findMany({
      where: { openKey: { not: null }, suppressed: false },
      include: { timeline: { orderBy: { id: 'asc' } } },
    })
    return counted.every(({ timeline }) => {
      const events = timeline.map(({ event }) => event)
      const begin = events.findLastIndex((event) => ['OPENED', 'REOPENED', 'UNSUPPRESSED'].includes(event))
      return events.includes('NOTIFIED', begin)
    })
  })
