import { givenGateway, outcome } from '../../support/gateway.ts'
import { statementsOf } from '../../support/database/statements.ts'

it('when the last sample of a subject came, to ten seconds, is known without a query of its rule state', async () => {
  await using gateway = await givenGateway()
  const lastSampleAt = new Date(gateway.clock.now() + 10_000).toISOString()
  await gateway.report(outcome(200))
  await gateway.pass(30)
  const read = () => gateway.data('{ endpoint(id: "GET /api/admin/libraries/") { lastSampleAt } }')

  expect(await statementsOf(read, '"memory"')).toBe(0)
  expect(await read()).toEqual({ endpoint: { lastSampleAt } })
})
