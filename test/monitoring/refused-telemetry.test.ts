import { givenGateway, outcome } from '../support/gateway.ts'
import { metricsOf, sendJson, spansOf } from '../support/otlp/otlp.ts'

const minute = 60_000

it('what is refused for the clock or the environment of a source, or because it cannot be read, is shown with its count and reason until a day later', async () => {
  await using gateway = await givenGateway()
  const { clock } = gateway
  const whoAmI = async () => {
    const headers = { authorization: `Bearer ${gateway.ingestToken}` }
    return (await (await fetch(`${gateway.url}/ingest/v1/whoami`, { headers })).json()) as { refused: object[] }
  }
  await sendJson(gateway, 'metrics', metricsOf('STG', { at: clock.now() + 2 * minute }))
  await sendJson(gateway, 'metrics', metricsOf('PRO', { at: clock.now() }))
  await sendJson(gateway, 'traces', spansOf('PRE', { at: clock.now() }))
  await sendJson(gateway, 'metrics', metricsOf('STG', { at: clock.now(), count: -1 }))
  await gateway.report({ ...outcome(200), at: new Date(clock.now() + 2 * minute).toISOString() })
  await gateway.pass(10)

  const expected = [
    { reason: 'CLOCK_AHEAD', count: 2, environment: null },
    { reason: 'ENVIRONMENT', count: 2, environment: 'PRE' },
    { reason: 'UNREADABLE', count: 1, environment: null },
  ].map((one) => ({ ...one, lastAt: expect.any(String) }))
  expect((await whoAmI()).refused).toEqual(expect.arrayContaining(expected))
  const { sharedTelemetry } = await gateway.data('{ sharedTelemetry { refused { reason count lastAt environment } } }')
  expect(sharedTelemetry.refused).toEqual((await whoAmI()).refused)

  clock.jump(24 * 60 * minute + 20_000)
  expect((await whoAmI()).refused).toEqual([])

  // Before what has expired is deleted.
  await sendJson(gateway, 'metrics', metricsOf('PRO', { at: clock.now() }))
  await gateway.pass(10)
  expect((await whoAmI()).refused).toMatchObject([{ reason: 'ENVIRONMENT', count: 1 }])
})
