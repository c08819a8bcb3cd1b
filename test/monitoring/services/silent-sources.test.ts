import { givenGateway, type Json } from '../../support/gateway.ts'

it('the panel lists 20 silent services and says how many there are, in GraphQL and in REST', async () => {
  await using gateway = await givenGateway()
  const at = new Date(gateway.clock.now())
  for (let index = 0; index < 25; index++) {
    const name = `service ${String(index)}`
    const lastReportAt = new Date(at.getTime() - 1_000 * index)
    const subject = {
      kind: 'INTEGRACIONES' as const,
      key: `service_${String(index)}`,
      name,
      state: 'FALLANDO' as const,
    }
    await gateway.db.service.create({
      data: { name, createdAt: at, intervalSeconds: 10, lastReportAt, subject: { create: subject } },
    })
  }
  const services = await gateway.db.service.findMany({ orderBy: { lastReportAt: 'asc' }, take: 20 })

  const { notifications } = await gateway.data('{ notifications { silentSourceCount silentSources { id name } } }')
  const panel = (await (await gateway.get('/api/admin/notifications/')).json()) as Json

  const listed = services.map(({ id, name }) => ({ id, name }))
  expect(notifications).toEqual({ silentSourceCount: 25, silentSources: listed })
  expect(panel).toMatchObject({ silentSourceCount: 25, silentSources: listed })
})
