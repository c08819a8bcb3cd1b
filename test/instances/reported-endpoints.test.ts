import { givenTwoInstances } from '../support/process/instances.ts'
import { until } from '../support/until.ts'
import { outcome, testConfig } from '../support/gateway.ts'

it('an endpoint reported to one instance is known to the other, with its parameters', async () => {
  await using house = await givenTwoInstances()
  const [first, second] = house.clients
  const headers = { authorization: `Bearer ${testConfig.ingestToken ?? ''}` }
  const rejected = () => second.report(outcome(200, '/api/admin/stock/1/'))
  expect(await rejected()).toMatchObject({ accepted: 0 })

  await first.send('/ingest/v1/services/stock/endpoints', 'PUT', headers, [
    { method: 'GET', path: '/api/admin/stock/{isbn}' },
  ])

  await until('the other instance accepts its samples', async () => {
    const { accepted } = await second.report(outcome(200, '/api/admin/stock/1/'))
    return accepted === 1
  })
})
