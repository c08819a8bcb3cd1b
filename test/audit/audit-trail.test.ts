import { verifyTrail } from '../../src/audit/verify.ts'
import { writeAudit } from '../support/audit.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenSignedIn, trySignIn } from '../support/auth/operators.ts'
import { statementsOf } from '../support/database/statements.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const list = async (query: string) =>
  (await (await gateway.get(`/api/admin/audit/?${query}`)).json()) as { items: Json[]; nextCursor: string | null }

it('the audit trail records sign-ins, failed ones and sign-outs, and no password', async () => {
  const { operator, post } = await givenSignedIn(gateway)
  await trySignIn(gateway.url, operator.email, 'a-secret-mistyped')
  await post('/auth/logout')

  const { items } = await list(`actor=${operator.email}`)

  expect(items.map(({ action }) => action)).toEqual(['sign-out', 'sign-in.failed', 'sign-in'])
  expect(JSON.stringify(items)).not.toContain('a-secret')
})

it('an audit entry escapes line breaks and control characters', async () => {
  await trySignIn(gateway.url, 'x\u2028y\u202e@example.org', 'wrong')
  await writeAudit(gateway.db, { at: new Date(), actor: 'a\r\nb', action: 'sign-in', object: 'c\u0000d\u007f' })

  const [test, failed] = (await list('limit=2')).items

  expect(test).toMatchObject({ actor: 'a\\u{d}\\u{a}b', object: 'c\\u{0}d\\u{7f}' })
  expect(failed).toMatchObject({ actor: 'x\\u{2028}y\\u{202e}@example.org' })
})

it('the audit trail is filtered by actor, action, object and time, newest first, in pages', async () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number))
  for (let number = 1; number <= 7; number++) {
    await writeAudit(gateway.db, {
      at: day(number),
      actor: number % 2 ? 'odd' : 'even',
      action: number % 3 === 1 ? 'sign-out' : 'sign-in',
      object: `day:${number}`,
      after: { number },
    })
  }
  const days = ({ items }: { items: Json[] }) => items.map(({ object }) => object)

  expect(days(await list('actor=odd'))).toEqual(['day:7', 'day:5', 'day:3', 'day:1'])
  expect(days(await list('actor=odd&action=sign-out'))).toEqual(['day:7', 'day:1'])
  expect(days(await list('object=day:4'))).toEqual(['day:4'])
  expect(days(await list('from=2026-01-02T00:00:00Z&to=2026-01-04T00:00:00Z'))).toEqual(['day:3', 'day:2'])

  const first = await list('actor=odd&limit=3')
  const second = await list(`actor=odd&limit=3&cursor=${first.nextCursor}`)
  expect([days(first), days(second), second.nextCursor]).toEqual([['day:7', 'day:5', 'day:3'], ['day:1'], null])
  expect(first.items[0]).toMatchObject({
    at: '2026-01-07T00:00:00.000Z',
    after: { number: 7 },
    before: null,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

it('the audit trail over GraphQL equals the one over REST', async () => {
  await writeAudit(gateway.db, {
    at: new Date('2026-02-01T00:00:00Z'),
    actor: 'g',
    action: 'customer.lock',
    object: 'o:1',
  })
  await writeAudit(gateway.db, {
    at: new Date('2026-02-02T00:00:00Z'),
    actor: 'g',
    action: 'customer.lock',
    object: 'o:2',
    after: { x: [1] },
  })
  const page = (after: string | null) =>
    gateway.data(
      `query ($after: String) {
        audit(filter: { actor: "g", from: "2026-02-01T00:00:00Z" }, first: 1, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } edges { node { id at object before after address hash } }
        }
      }`,
      { after },
    )

  const first = (await page(null))['audit']
  const second = (await page(first.pageInfo.endCursor))['audit']

  expect([first.totalCount, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([2, true, false])
  expect(first.edges[0].node).toMatchObject({ object: 'o:2', at: '2026-02-02T00:00:00.000Z', after: { x: [1] } })
  expect(second.edges[0].node).toMatchObject({ object: 'o:1', before: null, after: null, address: null })
  const { items } = await list('actor=g&limit=1')
  expect([String(items[0]?.['id']), items[0]?.['hash']]).toEqual([first.edges[0].node.id, first.edges[0].node.hash])
})

it('an audit page reads the names of its objects with one statement per kind, and filters dry runs', async () => {
  const at = new Date('2026-03-01T00:00:00Z')
  const entry = { at, actor: 'named', action: 'integration.replay' } as const
  await writeAudit(gateway.db, { ...entry, object: 'customer:ej-1', before: { dryRun: true } })
  await writeAudit(gateway.db, { ...entry, object: 'customer:ej-3', before: { dryRun: false } })
  await writeAudit(gateway.db, { ...entry, object: 'customer:gone' })
  const customers = await gateway.db.customer.findMany({ where: { id: { in: ['ej-1', 'ej-3'] } } })
  const nameOf = (key: string) => customers.find(({ id }) => id === key)?.name
  const ask = async (filter: string) =>
    (await gateway.data(`{ audit(filter: { actor: "named" ${filter} }) { edges { node { object objectName } } } }`))[
      'audit'
    ]

  const names: unknown[] = []
  const statements = await statementsOf(async () => {
    const { edges } = await ask('')
    names.push(...edges.map(({ node }: Json) => node['objectName']))
  }, '"Customer"')

  expect({ names, statements }).toEqual({ names: [null, nameOf('ej-3'), nameOf('ej-1')], statements: 1 })
  const { items } = await list('actor=named')
  expect(items.map(({ objectName }) => objectName)).toEqual(names)
  for (const [dryRun, object] of [
    [true, 'customer:ej-1'],
    [false, 'customer:ej-3'],
  ]) {
    expect((await list(`actor=named&dryRun=${dryRun}`)).items).toMatchObject([{ object }])
    expect((await ask(`dryRun: ${dryRun}`)).edges).toMatchObject([{ node: { object } }])
  }
})

it('an audit entry is found by its number, and an unknown number yields null', async () => {
  await writeAudit(gateway.db, {
    at: new Date('2026-02-03T00:00:00Z'),
    actor: 'one',
    action: 'customer.lock',
    object: 'o:3',
  })
  const { items } = await list('actor=one')
  const find = async (id: string) =>
    (await gateway.data('query ($id: ID!) { auditEntry(id: $id) { id at object hash } }', { id }))['auditEntry']

  const found = await find(String(items[0]?.['id']))

  expect(found).toEqual({
    id: String(items[0]?.['id']),
    at: '2026-02-03T00:00:00.000Z',
    object: 'o:3',
    hash: items[0]?.['hash'],
  })
  expect(await Promise.all(['0', '2147483647', '99999999999', '1.5', 'x', ''].map(find))).toEqual(Array(6).fill(null))
})

it('the audit entries that the gateway writes form one intact hash chain', async () => {
  await givenSignedIn(gateway)

  expect(await verifyTrail(gateway.db)).toMatchObject({ breach: null })
})
