// cspell:words aurroa
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, supplier, type GivenTrade } from '../../support/sinli/inbound.ts'
import { givenOpenIncidents } from '../../support/monitoring/incidents.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { until } from '../../support/until.ts'

let gateway: GivenGateway
let trade: GivenTrade
beforeAll(async () => {
  gateway = await givenGateway()
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop, 'EJ-101')
  await trade.registerSupplier(supplier)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const nodes = `__typename ... on Library { id name } ... on Customer { id email } ... on Endpoint { id path }
  ... on Incident { id severity } ... on SinliMessage { id status }`
const searching = `query ($query: String!, $first: Int) { search(query: $query, first: $first) { query hitCount partlyReadCount
  groups { kind hitCount hasMore missingPermission hits { nodeId title detail node { ${nodes} } } } } }`

const replaying = `mutation ($input: ReplaySinliMessagesInput!) { replaySinliMessages(input: $input) {
  replay { id dryRun selectedCount operator { name } } } }`
const unlocking = `mutation ($input: UnlockCustomerInput!) { unlockCustomer(input: $input) { customer { id locked } } }`

describe('the search over GraphQL', () => {
  const groupNames = ['libraries', 'customers', 'endpoints', 'incidents', 'messages']

  it.each(['aurora', 'EJ-001', 'clientes', 'aurroa', 'nothing of the kind'])(
    'finds for %s what the search over REST finds',
    async (query) => {
      await givenOpenIncidents(gateway, ['EJ-001']).catch(() => undefined)
      const { search } = await gateway.data(searching, { query: ` ${query} ` })
      const answer = (await (await gateway.get(`/api/admin/search/?q=${encodeURIComponent(query)}`)).json()) as Json

      const groups = search.groups.map(({ hits, hasMore, missingPermission }: Json, index: number) => ({
        group: groupNames[index],
        hits: hits.map(({ nodeId: id, title, detail }: Json) => ({ id, title, detail })),
        more: hasMore,
        missingPermission,
      }))
      expect({ q: search.query, groups, partlyReadCount: search.partlyReadCount }).toEqual(answer)
    },
  )

  it('returns each hit with its node', async () => {
    const { id } = await trade.send(mailOf(envio({ title: 'Un título inconfundible' })))
    const found = async (query: string) => {
      const { search } = await gateway.data(searching, { query })
      return search.groups.flatMap(({ hits }: Json) => hits.map(({ node }: Json) => node)) as Json[]
    }

    expect(await found('inconfundible')).toEqual([{ __typename: 'SinliMessage', id, status: 'PROCESSED' }])
    expect(await found('EJ-001')).toContainEqual({
      __typename: 'Library',
      id: 'EJ-001',
      name: 'Librería de ejemplo Aurora',
    })
    expect(await found('ej-3@example.org')).toEqual([{ __typename: 'Customer', id: 'ej-3', email: 'ej-3@example.org' }])
    expect((await found('/api/admin/search/'))[0]).toMatchObject({ __typename: 'Endpoint', path: '/api/admin/search/' })
  })

  it('counts its hits, and says whether there are more', async () => {
    const { search } = await gateway.data(searching, { query: 'ejemplo', first: 2 })

    const [libraries] = search.groups
    expect(libraries).toMatchObject({ kind: 'LIBRARIES', hitCount: 2, hasMore: true })
    expect(search.hitCount).toBe(search.groups.reduce((sum: number, { hits }: Json) => sum + hits.length, 0))
  })

  it.each([
    [{ query: '  ' }, 'query'],
    [{ query: 'x'.repeat(101) }, 'query'],
    [{ query: 'x', first: 0 }, 'first'],
    [{ query: 'x\0' }, 'query'],
  ])('refuses %j and names the field', async (variables, field) => {
    expect(await gateway.query(searching, variables)).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_INPUT', field } }],
    })
  })
})

describe('unlocking a customer over GraphQL', () => {
  it('lifts the lock, is audited once with its reason, and may be repeated', async () => {
    const input = { id: 'ej-3', reason: ' Ha llamado ' }
    const first = await gateway.data(unlocking, { input })
    await gateway.data(unlocking, { input })

    expect(first.unlockCustomer).toEqual({ customer: { id: 'ej-3', locked: false } })
    const entries = await gateway.db.auditEntry.findMany({
      where: { object: 'customer:ej-3', action: 'customer.unlock' },
    })
    expect(entries).toMatchObject([
      { actor: gateway.email, after: { reason: 'Ha llamado' }, requestId: expect.any(String) },
    ])
  })

  it.each([
    [{ id: 'nobody' }, { code: 'NOT_FOUND' }],
    [
      { id: 'ej-3', reason: 'x'.repeat(501) },
      { code: 'INVALID_INPUT', field: 'reason' },
    ],
  ])('refuses %j', async (input, extensions) => {
    expect(await gateway.query(unlocking, { input })).toMatchObject({ errors: [{ extensions }] })
  })

  it('is forbidden to the role lector, as a replay is', async () => {
    const reader = await givenSignedIn(gateway, 'lector')

    for (const [query, input] of [
      [unlocking, { id: 'ej-6' }],
      [replaying, { messageIds: ['a'] }],
    ] as const)
      expect(await reader.ask(query, { input })).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  })
})

describe('a replay over GraphQL', () => {
  const finished = (id: string) =>
    until('the replay has ended', () => gateway.db.replay.findFirst({ where: { id, finishedAt: { not: null } } }))

  it('returns at once, and its subscription sends the progress until it ends', async () => {
    const ids: string[] = []
    for (const number of ['R1', 'R2', 'R3']) ids.push((await trade.send(mailOf(envio({ number })))).id)

    const { replaySinliMessages } = await gateway.data(replaying, {
      input: { messageIds: [...ids, ids[0]], force: true, reason: 'Otra vez' },
    })
    const { replay } = replaySinliMessages
    const pushed = gateway.listen(
      `subscription ($id: ID!) { replay(id: $id) { revision replay { doneCount finishedAt reprocessed
        results { sinliMessage { id } outcome } } } }`,
      { id: replay.id },
    )
    const last = await pushed.until(({ replay: { replay } }) => replay.finishedAt !== null)
    await pushed.end()

    expect(replay).toMatchObject({ dryRun: false, selectedCount: 3, operator: { name: 'Administrador' } })
    expect(last.replay).toMatchObject({ revision: 5, replay: { doneCount: 3, reprocessed: 3 } })
    expect(last.replay.replay.results.map(({ sinliMessage }: Json) => sinliMessage.id).sort()).toEqual(ids.toSorted())
  })

  it('is started once for one idempotency key', async () => {
    const { id } = await trade.send(mailOf(envio({ number: 'K1' })))
    const input = { messageIds: [id], dryRun: true, idempotencyKey: 'once' }

    const begun = await Promise.all([gateway.data(replaying, { input }), gateway.data(replaying, { input })])
    const [one, other] = begun.map(({ replaySinliMessages }) => replaySinliMessages.replay.id as string)
    await finished(one!)
    const third = await gateway.data(replaying, { input })
    const { body } = await trade.replay({ messageIds: [id], dryRun: true }, { 'idempotency-key': 'once' })

    expect([other, third.replaySinliMessages.replay.id, body['replayId']]).toEqual([one, one, one])
    expect(await gateway.query(replaying, { input: { ...input, force: true } })).toMatchObject({
      errors: [{ extensions: { code: 'CONFLICT' } }],
    })
  })

  it('of failed messages selects those that match the filter', async () => {
    const failed = await trade.send(mailOf(envio({ sender: 'LIB00098', number: 'X1' })))
    const { replaySinliMessages } = await gateway.data(replaying, {
      input: { failed: { code: failed.code, sender: 'LIB00098' }, dryRun: true },
    })
    await finished(replaySinliMessages.replay.id)

    expect(replaySinliMessages.replay.selectedCount).toBe(1)
  })

  it.each([
    [{}, { code: 'INVALID_INPUT', field: 'messageIds' }],
    [
      { messageIds: ['a'], failed: {} },
      { code: 'INVALID_INPUT', field: 'messageIds' },
    ],
    [{ messageIds: [] }, { code: 'INVALID_INPUT', field: 'messageIds' }],
    [
      { failed: {}, limit: 0 },
      { code: 'INVALID_INPUT', field: 'limit' },
    ],
    [
      { failed: {}, limit: 1_001 },
      { code: 'INVALID_INPUT', field: 'limit' },
    ],
    [{ messageIds: ['nowhere'] }, { code: 'NOT_FOUND' }],
  ])('refuses %j', async (input, extensions) => {
    expect(await gateway.query(replaying, { input })).toMatchObject({ errors: [{ extensions }] })
  })

  it('runs to its end although nobody subscribes to it', async () => {
    const own = await givenGateway()
    const ownTrade = givenTrade(own)
    await ownTrade.registerLibrary(shop, 'EJ-101')
    await ownTrade.registerSupplier(supplier)
    const { id } = await ownTrade.send(mailOf(envio()))
    const { db } = own
    let row: Json | null = null
    const { replaySinliMessages } = await own.data(replaying, { input: { messageIds: [id], dryRun: true } })
    row = await until('the replay is over', () =>
      db.replay.findFirst({ where: { id: replaySinliMessages.replay.id, running: null } }),
    )
    await own[Symbol.asyncDispose]()

    expect(row).toMatchObject({ done: 1 })
  })
})
