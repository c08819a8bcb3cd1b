import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../support/gateway.ts'

let gateway: GivenGateway
beforeEach(async () => {
  gateway = await givenGateway()
})
afterEach(() => gateway[Symbol.asyncDispose]())

const endpoint = '... on Endpoint { id state evidence { code } area { id state endpointCount endpoints { id state } } }'
const stateNow = async (id: string) =>
  (await gateway.data(`query ($id: ID!) { endpoint(id: $id) { ${endpoint} } }`, { id }))['endpoint'] as Json
const paths = ['/api/admin/notifications/', '/api/admin/libraries/']

/** Makes two endpoints fail and then answer again, and returns the ids of their open incidents. */
async function givenRecovering(): Promise<string[]> {
  for (const path of paths) await gateway.report(...times(12, outcome(503, path)))
  await gateway.pass(60)
  for (let passed = 0; passed < 120; passed += 10) {
    for (const path of paths) await gateway.report(...times(20, outcome(200, path)))
    await gateway.pass(10)
  }
  return (await gateway.db.incident.findMany({ orderBy: { subjectId: 'asc' } })).map(({ id }) => id)
}

it('shows an endpoint and its area as they are after the mutation, also after each of several', async () => {
  const ids = await givenRecovering()
  const resolving = `mutation ($first: ID!, $second: ID!) {
    first: resolveIncident(id: $first, reason: "Fin", force: false) { status subject { ${endpoint} } }
    second: resolveIncident(id: $second, reason: "Fin", force: false) { status subject { ${endpoint} } } }`

  const { first, second } = await gateway.data(resolving, { first: ids[0], second: ids[1] })

  for (const { status, subject } of [first, second] as Json[]) {
    expect(status).toBe('RESOLVED')
    expect(subject).toMatchObject({ state: 'OPERATIVO', area: expect.anything() })
  }
  expect(second.subject).toEqual(await stateNow(second.subject.id as string))
})

it('shows the areas of a mute with their endpoints', async () => {
  const muting = `mutation ($input: MuteInput!) { mute(input: $input) {
    matcher { areas { id state endpointCount endpoints { id state } } } } }`
  const endsAt = new Date(gateway.clock.now() + 60_000).toISOString()

  const { mute } = await gateway.data(muting, { input: { matcher: { areas: ['sinli'] }, reason: 'Ya', endsAt } })

  const query = '{ area(id: "sinli") { id state endpointCount endpoints { id state } } }'
  expect(mute.matcher.areas).toEqual([(await gateway.data(query))['area']])
})
