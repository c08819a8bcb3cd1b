import { activeMutes } from '../../../src/alerting/mutes.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const inMinutes = (minutes: number) => new Date(gateway.clock.now() + minutes * 60_000).toISOString()
const muting = `mutation ($input: MuteInput!) { mute(input: $input) {
  id reason startsAt endsAt endedAt by { name } matcher { kinds areas { id } subjects { kind id } } } }`
const begin = (input: Json) =>
  gateway.query(muting, { input: { matcher: {}, reason: 'Ya se sabe', endsAt: inMinutes(60), ...input } })
const end = (id: string) =>
  gateway.query('mutation ($id: ID!) { endMute(id: $id) { id endedAt endedBy { email } } }', { id })
const activeIds = async () => (await gateway.data('{ mutes(active: true) { id } }'))['mutes'].map(({ id }: Json) => id)
const isMuted = async (subject: {
  kind: 'LIBRERIAS' | 'ENDPOINTS' | 'INTEGRACIONES'
  key: string
  areaId: string | null
}) => (await activeMutes(gateway.db, new Date(gateway.clock.now())))(subject)

const library = { kind: 'LIBRERIAS', key: 'EJ-001', areaId: null } as const
const sinliEndpoint = { kind: 'ENDPOINTS', key: 'GET /x/', areaId: 'sinli' } as const
const integration = { kind: 'INTEGRACIONES', key: 'sinli_inbound', areaId: null } as const

afterEach(async () => {
  for (const id of (await activeIds()) as string[]) await end(id)
})

it('mutes the subjects that it names, its kinds and the endpoints of its areas, together', async () => {
  const matcher = { kinds: ['INTEGRACIONES'], areas: ['sinli'], subjects: [{ kind: 'LIBRERIAS', id: 'EJ-001' }] }

  const { data } = await begin({ matcher })

  expect(data.mute).toMatchObject({
    reason: 'Ya se sabe',
    startsAt: inMinutes(0),
    endsAt: inMinutes(60),
    matcher: { ...matcher, areas: [{ id: 'sinli' }] },
  })
  const others = [
    { ...library, key: 'EJ-002' },
    { ...sinliEndpoint, areaId: 'correo' },
    { ...integration, kind: 'LIBRERIAS' as const },
  ]
  expect(await Promise.all([library, sinliEndpoint, integration].map(isMuted))).toEqual([true, true, true])
  expect(await Promise.all(others.map(isMuted))).toEqual([false, false, false])
})

it('without any subject mutes everything, from its start on', async () => {
  await begin({ startsAt: inMinutes(1), endsAt: inMinutes(2) })
  const before = await isMuted(library)
  gateway.clock.jump(60_000)
  const during = await isMuted(library)
  gateway.clock.jump(60_000)

  expect([before, during, await isMuted(library)]).toEqual([false, true, false])
})

it('that is ended mutes nothing, and cannot be ended again', async () => {
  const { id } = (await begin({}))['data'].mute

  const ended = await end(id)
  const again = await end(id)

  expect(ended['data'].endMute).toMatchObject({ endedAt: inMinutes(0), endedBy: { email: gateway.email } })
  expect(await isMuted(library)).toBe(false)
  expect(again['errors'][0].extensions.code).toBe('CONFLICT')
  expect((await gateway.data('{ mutes(active: false) { id } }'))['mutes']).toContainEqual({ id })
})

it.each([
  ['no reason', { reason: ' ' }, 'reason'],
  ['an end in the past', { startsAt: '2020-01-01T00:00:00Z', endsAt: '2020-01-02T00:00:00Z' }, 'endsAt'],
  ['an end before its start', { startsAt: '2999-01-01T00:00:00Z', endsAt: '2998-01-01T00:00:00Z' }, 'endsAt'],
  ['an end years after its start', { endsAt: '2999-01-01T00:00:00Z' }, 'endsAt'],
  ['a start in a thousand years', { startsAt: '2999-01-01T00:00:00Z', endsAt: '2999-01-02T00:00:00Z' }, 'startsAt'],
  ['an unknown area', { matcher: { areas: ['none'] } }, 'areas'],
  ['an unknown subject', { matcher: { subjects: [{ kind: 'LIBRERIAS', id: 'none' }] } }, 'subjects'],
])('is refused with %s', async (_, input, field) => {
  const { errors } = await begin(input)

  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field } }])
})

describe('a dependency', () => {
  const setting = `mutation ($input: DependenciesInput!) { setDependencies(input: $input) {
    upstream { id } downstream { id } } }`
  const subject = { kind: 'LIBRERIAS', id: 'EJ-001' }
  const upstream = { kind: 'INTEGRACIONES', id: 'sinli_inbound' }
  const depend = (one: Json, others: Json[]) => gateway.query(setting, { input: { subject: one, upstream: others } })

  it('is shown at both subjects', async () => {
    const { data } = await depend(subject, [upstream, upstream])
    const shown = await gateway.data(
      '{ subject(kind: INTEGRACIONES, id: "sinli_inbound") { upstream { id } downstream { id } } }',
    )

    expect(data.setDependencies).toEqual({ upstream: [{ id: 'sinli_inbound' }], downstream: [] })
    expect(shown['subject']).toEqual({ upstream: [], downstream: [{ id: 'EJ-001' }] })
  })

  it('on itself, on one that depends on it and on an unknown subject is refused', async () => {
    await depend(subject, [upstream])
    const refused = [
      await depend(subject, [subject]),
      await depend(upstream, [subject]),
      await depend(subject, [{ kind: 'LIBRERIAS', id: 'none' }]),
    ]

    for (const { errors } of refused)
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field: 'upstream' } }])
  })

  it('is set by administrators alone', async () => {
    const operator = await givenSignedIn(gateway, 'operador')

    const { errors } = await operator.ask(setting, { input: { subject, upstream: [] } })

    expect(errors[0].extensions.code).toBe('FORBIDDEN')
  })
})
