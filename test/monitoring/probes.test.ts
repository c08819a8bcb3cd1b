import { inventoryRoutes } from '../../src/http/admin/routes.ts'
import { endpointId } from '../../src/inventory/route-catalog.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { until } from '../support/until.ts'

let gateway: GivenGateway
beforeEach(async () => {
  gateway = await givenGateway()
})
afterEach(() => gateway[Symbol.asyncDispose]())

const probed = inventoryRoutes.filter(({ probe }) => probe)
const libraries = 'GET /api/admin/libraries/'

/** How many probes have been answered so far. */
async function probes(): Promise<number> {
  const text = await (await gateway.get('/metrics')).text()
  return [...text.matchAll(/^vigia_probes\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Lets half a minute pass, and waits for the probes that are due. */
async function passHalfAMinute(due: number) {
  const before = await probes()
  await gateway.pass(30)
  await until(`${due} probes are answered`, async () => (await probes()) >= before + due)
}

/** The state of each endpoint, and its number of samples. */
async function look(): Promise<Map<string, { state: string; samples: number }>> {
  const { endpoints } = await gateway.data('{ endpoints { edges { node { id state requestsPerMinute } } } }')
  return new Map(
    endpoints.edges.map(({ node }: Json) => [
      node.id,
      { state: node.state, samples: Math.round(node.requestsPerMinute * 5) },
    ]),
  )
}

it('are declared for critical routes that only read', () => {
  const critical = inventoryRoutes.filter(({ critical, method }) => critical && method === 'GET')

  expect(probed.map(endpointId).sort()).toEqual(critical.map(endpointId).sort())
})

it('give quiet critical routes a sample every half minute, so that they are Operativo though nobody calls them', async () => {
  for (let count = 0; count < 4; count++) await passHalfAMinute(probed.length)
  await gateway.pass(10)

  const known = await look()

  for (const route of probed) expect(known.get(endpointId(route))).toEqual({ state: 'OPERATIVO', samples: 4 })
  for (const route of inventoryRoutes.filter(({ probe }) => !probe))
    expect(known.get(endpointId(route))).toEqual({ state: 'DESCONOCIDO', samples: 0 })
})

it('leave a busy route alone, until it is quiet again', async () => {
  await gateway.report(...times(5, outcome(200)))
  await passHalfAMinute(probed.length - 1)
  await passHalfAMinute(probed.length - 1)
  const busy = await look()

  await passHalfAMinute(probed.length)
  await gateway.pass(10)
  const quiet = await look()

  expect(busy.get(libraries)?.samples).toBe(5)
  expect(quiet.get(libraries)?.samples).toBe(6)
})

it('are marked as such in the metrics, and are nobody in the audit trail', async () => {
  await passHalfAMinute(probed.length)

  const text = await (await gateway.get('/metrics')).text()
  const entries = (await (await gateway.get('/api/admin/audit/')).json()) as Json

  expect(text).toContain(`vigia_probes{outcome="ok"} ${probed.length}`)
  expect(text).toContain('vigia_probes{outcome="bad"} 0')
  expect(entries['items'].map(({ actor }: Json) => actor)).not.toContain('')
})
