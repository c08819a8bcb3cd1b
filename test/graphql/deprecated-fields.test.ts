import { givenGateway, type GivenGateway } from '../support/gateway.ts'

let gateway: GivenGateway
beforeEach(async () => {
  gateway = await givenGateway()
})
afterEach(() => gateway[Symbol.asyncDispose]())

async function usesOf(field: string) {
  const text = await (await gateway.get('/metrics')).text()
  const line = text.split('\n').find((line) => line.includes(`deprecated_fields_total{field="${field}"}`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

it('counts every operation that selects a deprecated field, executed or from the cache, in /metrics', async () => {
  const old = '{ incidents { edges { node { ...Taken } } } } fragment Taken on Incident { acknowledgedBy }'

  expect(await usesOf('Incident.acknowledgedBy')).toBe(0)
  await gateway.data(old)
  expect(await usesOf('Incident.acknowledgedBy')).toBe(1)
  await gateway.data(old)
  await gateway.data(`query Twice { a: incidents { edges { node { by: acknowledgedBy } } }
    b: incidents { edges { node { acknowledgedBy } } } }`)
  expect(await usesOf('Incident.acknowledgedBy')).toBe(3)
  expect(await usesOf('TimelineEntry.by')).toBe(0)
})

it('counts no field that is not deprecated, and no operation that is refused', async () => {
  await gateway.data('{ incidents { edges { node { acknowledger { name } } } } }')
  const { errors } = await gateway.query('{ incidents { edges { node { acknowledgedBy nonsense } } } }')

  expect(errors).toHaveLength(1)
  expect(await (await gateway.get('/metrics')).text()).not.toContain('vigia_graphql_deprecated_fields_total{')
})

it('counts a subscription', async () => {
  const pushed = gateway.listen(
    'subscription { notifications { categories { incidents { acknowledgedBy timeline { by } } } } }',
  )
  await pushed.next()
  await pushed.end()

  expect(await usesOf('Incident.acknowledgedBy')).toBe(1)
  expect(await usesOf('TimelineEntry.by')).toBe(1)
})
