import { readPanel } from '../../../src/monitoring/notifications/notifications.ts'
import { manualClock } from '../../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import * as integrations from '../../support/monitoring/integrations.ts'
import { all } from '../../support/monitoring/integrations.ts'
import { minutes } from '../../support/monitoring/traffic.ts'

let database: GivenDatabase
let gateway: GivenGateway
beforeAll(async () => {
  database = await givenDatabase()
  gateway = await givenGateway({ database, config: { sampleData: false } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const givenIntegrations = (count: number, own = gateway) => integrations.givenIntegrations(own, count)
const live = (seconds: number, working: Record<string, boolean>, own = gateway) =>
  integrations.reportIntegrations(own, seconds, working)
const plan = (keys: readonly string[], input: Json, own = gateway) => integrations.planMaintenance(own, keys, input)
const depend = (key: string, upstream: readonly string[]) => integrations.setUpstream(gateway, key, upstream)
const inSeconds = (seconds: number, own = gateway) => new Date(own.clock.now() + seconds * 1_000).toISOString()
const badge = async (own = gateway) => (await readPanel(own.db)).badge
/** The incidents of an integration, the oldest first, with the events of their timelines. */
const incidentsOf = async (key: string, { db }: Pick<GivenGateway, 'db'> = gateway) => {
  const rows = await db.incident.findMany({
    where: { subject: { key } },
    orderBy: { number: 'asc' },
    include: { timeline: { orderBy: { id: 'asc' } } },
  })
  return rows.map(({ timeline, ...row }) => ({ ...row, events: timeline.map(({ event }) => event) }))
}

/** Since when the last incident of an integration waits to count, over GraphQL and over REST alike. */
async function toldOf(key: string): Promise<string | null> {
  const id = (await incidentsOf(key)).at(-1)?.id ?? ''
  const { incident } = await gateway.data('query ($id: ID!) { incident(id: $id) { reasonEndedAt } }', { id })
  const listed = (await (await gateway.get(`/api/admin/incidents/${id}/`)).json()) as Json
  expect(listed['reasonEndedAt']).toBe(incident.reasonEndedAt)
  return incident.reasonEndedAt as string | null
}

const now = (at: Date) => (at.getTime() - gateway.clock.now()) / 1_000

describe('during maintenance', () => {
  it('an outage that outlasts the window opens suppressed, and counts from its end', async () => {
    const [key = ''] = await givenIntegrations(1)
    const maintenance = await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(60) })
    const before = await readPanel(gateway.db)

    await live(50, { [key]: false })
    const [during] = await incidentsOf(key)
    const countedDuring = await badge()
    const { state } = await gateway.db.subject.findFirstOrThrow({ where: { key } })
    await live(10, { [key]: false })
    const [after] = await incidentsOf(key)

    expect(state).toBe('FALLANDO')
    expect(during).toMatchObject({ suppressed: true, maintenanceId: maintenance, events: ['OPENED', 'SUPPRESSED'] })
    expect(countedDuring).toBe(before.badge)
    expect(after).toMatchObject({
      suppressed: false,
      maintenanceId: null,
      events: ['OPENED', 'SUPPRESSED', 'UNSUPPRESSED'],
    })
    expect(now(after?.unsuppressedAt ?? new Date(0))).toBe(0)
    const panel = await readPanel(gateway.db)
    expect(panel.badge).toBe(before.badge + 1)
    expect(panel.revision).toBeGreaterThan(before.revision)
  })

  it('an outage that ends inside the window is never counted, and its incident resolves as always', async () => {
    const [key = ''] = await givenIntegrations(1)
    const before = await badge()
    await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(120) })

    await live(30, { [key]: false })
    const counted = [await badge()]
    await live(60, { [key]: true })
    counted.push(await badge())
    await live(60, { [key]: true })
    counted.push(await badge())

    const incidents = await incidentsOf(key)
    expect(counted).toEqual([before, before, before])
    expect(incidents).toMatchObject([{ status: 'RESOLVED', resolution: 'AUTOMATIC', suppressed: true }])
    expect(incidents[0]?.events).toEqual(['OPENED', 'SUPPRESSED', 'RESOLVED'])
  })

  it('an incident that was open before stays visible', async () => {
    const [key = ''] = await givenIntegrations(1)
    const before = await badge()
    await live(20, { [key]: false })

    await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(60) })
    await live(30, { [key]: false })

    expect(await incidentsOf(key)).toMatchObject([{ suppressed: false, events: ['OPENED'] }])
    expect(await badge()).toBe(before + 1)
  })

  it('other subjects are not suppressed', async () => {
    const [maintained = '', other = ''] = await givenIntegrations(2)
    await plan([maintained], { startsAt: inSeconds(0), endsAt: inSeconds(60) })

    await live(20, all([maintained, other], false))

    expect(await incidentsOf(maintained)).toMatchObject([{ suppressed: true }])
    expect(await incidentsOf(other)).toMatchObject([{ suppressed: false }])
  })

  it('that is ended by hand, what still holds counts from the next tick on', async () => {
    const [key = ''] = await givenIntegrations(1)
    const id = await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(3_600) })
    await live(30, { [key]: false })

    await gateway.data('mutation ($id: ID!) { endMaintenance(id: $id) { active endedAt } }', { id })
    await live(10, { [key]: false })

    expect(await incidentsOf(key)).toMatchObject([{ suppressed: false }])
  })

  it('that another one follows, an incident stays suppressed', async () => {
    const [key = ''] = await givenIntegrations(1)
    await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(40) })
    const second = await plan([key], { startsAt: inSeconds(30), endsAt: inSeconds(80) })

    await live(60, { [key]: false })
    const during = await incidentsOf(key)
    await live(20, { [key]: false })

    expect(during).toMatchObject([{ suppressed: true, maintenanceId: second }])
    expect(await incidentsOf(key)).toMatchObject([{ suppressed: false }])
  })

  it('an outage that counted is not reopened in it: what fails again is a new incident, which is suppressed', async () => {
    const [key = ''] = await givenIntegrations(1)
    await live(20, { [key]: false })
    await live(60, { [key]: true })

    const maintenance = await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(600) })
    await live(30, { [key]: false })
    await live(60, { [key]: true })
    await live(30, { [key]: false })

    const [counted, during] = await incidentsOf(key)
    expect(counted).toMatchObject({ suppressed: false, status: 'RESOLVED', events: ['OPENED', 'RESOLVED'] })
    expect(during).toMatchObject({
      suppressed: true,
      maintenanceId: maintenance,
      status: 'OPEN',
      previousId: counted?.id,
      events: expect.arrayContaining(['OPENED', 'SUPPRESSED', 'RESOLVED', 'REOPENED']),
    })
    expect(await incidentsOf(key)).toHaveLength(2)
  })

  it('an operator who looked at the panel sees what counts from its end on as new', async () => {
    const [key = ''] = await givenIntegrations(1)
    await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(40) })
    await live(30, { [key]: false })
    const badgeOf = async () => (await gateway.data('{ notifications { profileBadge } }'))['notifications'].profileBadge
    await gateway.data('mutation { markNotificationsSeen { badge } }')
    const seen = await badgeOf()

    await live(20, { [key]: false })

    expect([seen, await badgeOf()]).toEqual([0, 1])
  })

  it('a client is told what suppresses an incident, and can list what is suppressed', async () => {
    const [key = ''] = await givenIntegrations(1)
    const id = await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(600) })
    await live(20, { [key]: false })

    const { maintenances, incidents, notifications } = await gateway.data(
      `query ($key: ID!) {
        maintenances { id active windows { startsAt } by { name } matcher { kinds areas { id } subjects { id } }
          incidents { subject { id } } }
        incidents(filter: { suppressed: true, subject: { kind: INTEGRACIONES, id: $key } }) {
          edges { node { suppressed suppressedBy { id } maintenance { id reason } suppresses { id } } } }
        notifications { categories { incidents { subject { id } } } }
      }`,
      { key },
    )
    const { body } = await gateway
      .get(`/api/admin/incidents/?kind=INTEGRACIONES&subjectId=${key}&suppressed=true`)
      .then(async (answer) => ({ body: (await answer.json()) as Json }))

    expect(maintenances.find((one: Json) => one['id'] === id)).toMatchObject({
      active: true,
      windows: [{ startsAt: expect.any(String) }],
      matcher: { kinds: [], areas: [], subjects: [{ id: key }] },
      incidents: [{ subject: { id: key } }],
    })
    expect(incidents.edges).toEqual([
      {
        node: {
          suppressed: true,
          suppressedBy: null,
          maintenance: { id, reason: 'Copia de seguridad' },
          suppresses: [],
        },
      },
    ])
    expect(JSON.stringify(notifications)).not.toContain(`"${key}"`)
    expect(body['items']).toMatchObject([{ suppressed: true, maintenanceId: id, suppressedById: null }])
  })
})

describe('an upstream integration with thirty dependents', () => {
  it('is the one incident that counts, until two that stay broken count two minutes after its recovery', async () => {
    // The upstream one comes last in the order of evaluation.
    const dependents = await givenIntegrations(30)
    const [upstream = ''] = await givenIntegrations(1)
    for (const key of dependents) await depend(key, [upstream])
    const before = await badge()
    await live(20, all([...dependents, upstream], true))

    await live(30, all([...dependents, upstream], false))
    const failing = await badge()
    const [incident] = await incidentsOf(upstream)
    const { incident: listed } = await gateway.data(
      '{ incident(id: "$id") { suppressed suppresses { suppressed suppressedBy { id } } } }'.replace(
        '$id',
        incident?.id ?? '',
      ),
    )
    const [broken, well] = [dependents.slice(0, 2), dependents.slice(2)]
    const partly = { ...all([...well, upstream], true), ...all(broken, false) }
    while ((await incidentsOf(upstream))[0]?.status !== 'RESOLVED') await live(10, partly)
    const resolved = await badge()
    await live(110, partly)
    const almost = await badge()
    await live(10, partly)

    expect(failing).toBe(before + 1)
    expect(listed.suppressed).toBe(false)
    expect(listed.suppresses).toHaveLength(30)
    expect(new Set(listed.suppresses.map((one: Json) => one['suppressedBy'].id))).toEqual(new Set([incident?.id]))
    expect([resolved, almost, await badge()]).toEqual([before, before, before + 2])
    for (const key of broken)
      expect((await incidentsOf(key))[0]).toMatchObject({ suppressed: false, suppressedById: null, status: 'OPEN' })
    for (const key of well) expect((await incidentsOf(key))[0]).toMatchObject({ suppressed: true, status: 'RESOLVED' })
  })
})

describe('a dependent subject', () => {
  it('tells since when it waits after the reason ended, exactly while it does', async () => {
    const [upstream = '', lasting = '', passing = ''] = await givenIntegrations(3)
    for (const key of [lasting, passing]) await depend(key, [upstream])
    await live(30, all([upstream, lasting, passing], false))
    const during = await Promise.all([toldOf(lasting), toldOf(passing)])
    const waiting = { [upstream]: true, [lasting]: false, [passing]: false }
    while ((await incidentsOf(upstream))[0]?.status !== 'RESOLVED') await live(10, waiting)
    const ended = inSeconds(0)

    await live(60, waiting)
    const meanwhile = await Promise.all([toldOf(lasting), toldOf(passing)])
    await live(70, { ...waiting, [passing]: true })

    expect(during).toEqual([null, null])
    expect(meanwhile).toEqual([ended, ended])
    expect((await incidentsOf(lasting))[0]).toMatchObject({ suppressed: false })
    expect((await incidentsOf(passing))[0]).toMatchObject({ suppressed: true, status: 'RESOLVED' })
    expect(await Promise.all([toldOf(lasting), toldOf(passing)])).toEqual([null, null])
  })

  it('of one that is only degraded, or works, is not suppressed', async () => {
    const [upstream = '', key = ''] = await givenIntegrations(2)
    await depend(key, [upstream])

    await live(20, { [upstream]: true, [key]: false })

    expect(await incidentsOf(key)).toMatchObject([{ suppressed: false }])
  })

  it('that fails first stays visible when its upstream subject fails as well', async () => {
    const [upstream = '', key = ''] = await givenIntegrations(2)
    await depend(key, [upstream])
    await live(20, { [upstream]: true, [key]: false })

    await live(30, all([upstream, key], false))

    expect(await incidentsOf(key)).toMatchObject([{ suppressed: false }])
    expect(await incidentsOf(upstream)).toMatchObject([{ suppressed: false }])
  })

  it('counts at the next tick once it no longer depends on the one that suppresses it', async () => {
    const [upstream = '', key = ''] = await givenIntegrations(2)
    await depend(key, [upstream])
    await live(20, all([upstream, key], false))
    const before = await incidentsOf(key)

    await depend(key, [])
    await live(10, all([upstream, key], false))

    expect(before).toMatchObject([{ suppressed: true }])
    expect(await incidentsOf(key)).toMatchObject([{ suppressed: false }])
  })

  it('in maintenance as well is suppressed by that', async () => {
    const [upstream = '', key = ''] = await givenIntegrations(2)
    await depend(key, [upstream])
    const maintenance = await plan([key], { startsAt: inSeconds(0), endsAt: inSeconds(600) })

    await live(20, all([upstream, key], false))

    expect(await incidentsOf(key)).toMatchObject([{ maintenanceId: maintenance, suppressedById: null }])
  })
})

it.each([
  ['without a 02:30', '2026-03-28T01:30:00Z', '2026-03-29T01:29:00Z'],
  ['with two of them', '2026-10-24T00:30:00Z', '2026-10-25T00:29:00Z'],
])('a nightly window from 02:30 on suppresses in the night %s', async (_, first, eve) => {
  await using nightDatabase = await givenDatabase()
  const clock = manualClock(Date.parse(first) - minutes(1))
  await using night = await givenGateway({ database: nightDatabase, clock, config: { sampleData: false } })
  const [inside = '', before = ''] = await givenIntegrations(2, night)
  const endsAt = new Date(Date.parse(first) + minutes(3)).toISOString()
  await plan([inside, before], { startsAt: new Date(first), endsAt, recurrence: 'FREQ=DAILY' }, night)

  // The first minute after the jump evaluates nothing.
  clock.jump(Date.parse(eve) - clock.now() - minutes(2))
  await live(120, all([inside, before], true), night)
  await live(50, { [inside]: true, [before]: false }, night)
  await live(30, all([inside, before], false), night)
  const [during] = await incidentsOf(inside, night)
  await live(150, all([inside, before], false), night)
  const [almost] = await incidentsOf(inside, night)
  await live(10, all([inside, before], false), night)
  const [after] = await incidentsOf(inside, night)

  expect(await incidentsOf(before, night)).toMatchObject([{ suppressed: false, events: ['OPENED'] }])
  expect([during?.suppressed, almost?.suppressed, after?.suppressed]).toEqual([true, true, false])
  expect(after?.unsuppressedAt?.getTime()).toBe(Date.parse(eve) + minutes(4))
})

describe('the end of a suppression', () => {
  it('that falls into a stop is written two minutes after states change again, for what has not recovered', async () => {
    await using own = await givenDatabase()
    const clock = manualClock()
    const config = { sampleData: false }
    const first = await givenGateway({ database: own, clock, config })
    const [key = ''] = await givenIntegrations(1, first)
    await plan([key], { startsAt: inSeconds(0, first), endsAt: inSeconds(60, first) }, first)
    await live(30, { [key]: false }, first)
    await first[Symbol.asyncDispose]()
    clock.jump(minutes(10))

    await using second = await givenGateway({ database: own, clock, config })
    await live(160, { [key]: false }, second)
    const almost = await incidentsOf(key, second)
    await live(10, { [key]: false }, second)

    expect(almost).toMatchObject([{ suppressed: true }])
    expect(await incidentsOf(key, second)).toMatchObject([
      { suppressed: false, events: ['OPENED', 'SUPPRESSED', 'UNSUPPRESSED'] },
    ])
  })
})
