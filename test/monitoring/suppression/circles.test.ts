import { findCircle } from '../../../src/monitoring/suppression/dependency-graph.ts'
import { readDependencyGraph, setDependencies } from '../../../src/monitoring/suppression/dependencies.ts'
import { givenOperator, somebody } from '../../support/auth/operators.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenService, passReporting } from '../../support/monitoring/services.ts'
import { givenIntegrations } from '../../support/monitoring/integrations.ts'

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

const refTo = (id: string) => ({ kind: 'INTEGRACIONES' as const, id })

const overGraphql = async (key: string, upstream: readonly string[]) => {
  const { errors } = await gateway.query(
    'mutation ($input: DependenciesInput!) { setDependencies(input: $input) { id } }',
    { input: { subject: refTo(key), upstream: upstream.map(refTo) } },
  )
  return (errors?.[0]?.message ?? null) as string | null
}

const overRest = async (key: string, upstream: readonly string[]) => {
  const answer = await gateway.post(`/api/admin/subjects/INTEGRACIONES/${key}/dependencies/`, {
    upstream: upstream.map(refTo),
  })
  return answer.ok ? null : `${answer.status} ${((await answer.json()) as Json)['detail']}`
}

const upstreamOf = async (key: string) =>
  (await gateway.db.dependency.findMany({ where: { downstream: { key } }, include: { upstream: true } })).map(
    ({ upstream }) => upstream.key,
  )

it.each([2, 3, 7])('dependencies that close a circle of %i are refused, and the circle is named', async (count) => {
  const keys = await givenIntegrations(gateway, count)
  const [first = '', ...others] = keys
  const last = keys.at(-1) ?? ''
  for (const [index, key] of others.entries()) await overGraphql(key, [keys[index] ?? ''])
  const links = [first, ...keys.toReversed().slice(0, -1)].map(
    (key, index, circle) => `${key} ${index === 0 ? 'depends on' : 'on'} ${circle[(index + 1) % count]}`,
  )
  const sentence = `These would depend on each other in a circle: ${links.join(', ')}.`

  expect(await overGraphql(first, [last])).toBe(sentence)
  expect(await overRest(first, [last])).toContain(sentence)
  expect(await upstreamOf(first)).toEqual([])
})

it('of a long circle the refusal names the first ten', async () => {
  const keys = await givenIntegrations(gateway, 30)
  const ids = new Map((await gateway.db.subject.findMany()).map(({ id, key }) => [key, id]))
  const idOf = (key = '') => ids.get(key) ?? 0
  await gateway.db.dependency.createMany({
    data: keys.slice(1).map((key, index) => ({ downstreamId: idOf(key), upstreamId: idOf(keys[index]) })),
  })

  const refusal = await overGraphql(keys[0] ?? '', [keys.at(-1) ?? ''])

  expect(refusal).toContain(`${keys[0]} depends on ${keys[29]}, ${keys[29]} on ${keys[28]}`)
  expect(refusal).toContain(`${keys[21]} on …, … on ${keys[0]}.`)
  expect(refusal).not.toContain(`${keys[20]} `)
})

it('a circle is also closed by what watched services depend on: the reception of telemetry', async () => {
  const services = [await givenService(gateway, 'pedidos', 60), await givenService(gateway, 'pagos', 60)]
  await passReporting(gateway, 20, services)
  const key = String((await services[0]?.read())?.key)

  expect(await overGraphql('telemetry', [key])).toBe(
    'These would depend on each other in a circle: Recepción de telemetría depends on pedidos, pedidos on Recepción de telemetría.',
  )
  expect(await overGraphql(key, [])).toBeNull()
})

it('what is part of a stored circle can still be changed, and leave it', async () => {
  const [one = '', other = '', third = '', free = ''] = await givenIntegrations(gateway, 4)
  const ids = new Map((await gateway.db.subject.findMany()).map(({ id, key }) => [key, id]))
  const pairs = [
    [one, other],
    [other, third],
    [third, one],
  ] as const
  await gateway.db.dependency.createMany({
    data: pairs.map(([down, up]) => ({ downstreamId: ids.get(down) ?? 0, upstreamId: ids.get(up) ?? 0 })),
  })

  expect(await overGraphql(one, [other, free])).toBeNull()
  expect(await overGraphql(one, [free])).toBeNull()
  expect(await overGraphql(one, [other])).toContain('in a circle')
})

it('of changes on two instances at once that make a circle together, one is refused', async () => {
  const by = { ...somebody, operator: await givenOperator(gateway.db) }
  const again = await database.openAgain()
  try {
    for (const count of [2, 3, 4]) {
      const keys = await givenIntegrations(gateway, count)
      const outcomes = await Promise.allSettled(
        keys.map((key, index) =>
          setDependencies(
            index % 2 === 0 ? gateway.db : again.db,
            { subject: refTo(key), upstream: [refTo(keys[(index + 1) % count] ?? '')] },
            by,
            new Date(gateway.clock.now()),
          ),
        ),
      )

      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    }
  } finally {
    await again.close()
  }
  const graph = await readDependencyGraph(gateway.db)
  for (const { downstreamId } of await gateway.db.dependency.findMany())
    expect(findCircle(graph, downstreamId, graph.upstreamOf(downstreamId))).toBeNull()
})
