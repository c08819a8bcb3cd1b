import type { Page } from 'playwright-core'
import { flawsOf } from '../support/browser/axe.ts'
import { givenBrowser } from '../support/browser/browser.ts'
import { longTest } from '../support/extent.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenInventedEndpoints, openUntilShown, pathAt } from '../support/browser/inventory.ts'
import { until } from '../support/until.ts'

const { openPage } = await givenBrowser()

/** Endpoints of a large inventory. */
const total = 10_000

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const pageOf = (endpoint: string) => `/endpoints/${encodeURIComponent(endpoint)}`

test('the page of an endpoint explains its state with numbers, and shows how it came to it', async () => {
  const page = await openSignedIn('/endpoints')
  await givenIncident('/api/admin/libraries/')
  for (let minute = 0; minute < 2; minute += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(60)
  }

  await page.getByRole('region', { name: 'Endpoints críticos' }).getByText('/api/admin/libraries/').click()

  await seen(page.getByRole('heading', { level: 1, name: 'GET /api/admin/libraries/' }))
  const present = page.getByRole('region', { name: 'Ahora' })
  await seen(present.getByText(/^\d+ de \d+ fallidas en 60 s \(.+ %\); el límite es 10,00 %\.$/))
  expect(await factsIn(present)).toMatchObject({ 'Ventana evaluada': '1 min', Límite: '10,00 %' })
  const evolution = page.getByRole('region', { name: 'Evolución' })
  await seen(evolution.getByRole('img', { name: /Fallando \d+ (s|min)/ }))
  for (const chart of ['Latencia', 'Errores', 'Peticiones en tramos de 1 min']) {
    await seen(evolution.getByRole('figure').filter({ hasText: chart }).locator('svg'))
  }
  await seen(page.getByRole('region', { name: 'Cambios de estado' }).getByText('Fallando'))
  await seen(page.getByRole('region', { name: 'Incidentes' }).getByText('Sin atender'))
})

longTest('where no samples arrived nothing is drawn, and the numbers can be read from a table', async () => {
  const unlocked = { ...outcome(200, '/api/admin/customers/1/unlock-login/'), method: 'POST' }
  await gateway.report(...times(4, unlocked))
  await gateway.pass(180)
  await gateway.report(...times(3, unlocked))
  await gateway.pass(10)

  const page = await openSignedIn(pageOf('POST /api/admin/customers/:id/unlock-login/'))

  // Two moments with three minutes between them: two dots and no line.
  const latency = page.getByRole('figure').filter({ hasText: 'Latencia' })
  await seen(latency.locator('circle'))
  await until('each percentile has two dots', async () => (await latency.locator('circle').count()) === 3 * 2)
  expect(await latency.locator('.recharts-line-curve[d*="L"]').count()).toBe(0)

  await page.getByText('1 h', { exact: true }).click()
  await page.waitForURL(/window=1h/)
  await page.getByRole('button', { name: 'Ver como tabla' }).click()

  const table = page.getByRole('table', { name: 'Evolución, en números' })
  await seen(table)
  const requests = table.locator('tbody').locator('[data-title="Peticiones"]')
  await until('both moments are in it', async () => (await requests.allTextContents()).join() === '3,4')
})

longTest(
  'percentiles of durations that were counted in wide ranges are marked as approximate, and why is told',
  async () => {
    const to = gateway.clock.now()
    await gateway.report({
      ...{ kind: 'endpoint', method: 'GET', path: '/api/admin/notifications/', count: 10, bad: 0 },
      ...{ from: new Date(to - 10_000).toISOString(), to: new Date(to).toISOString() },
      durations: { bounds: [100, 500], counts: [0, 10, 0] },
    })
    await gateway.pass(10)

    const page = await openSignedIn(pageOf('GET /api/admin/notifications/'))

    const present = page.getByRole('region', { name: 'Ahora' })
    await seen(present.getByText(/^≈: los percentiles son aproximados\./))
    expect((await factsIn(present))['p95']).toMatch(/^≈\u00a0\d+ ms/)
    const latency = page.getByRole('figure').filter({ hasText: 'Latencia' })
    await seen(latency.locator('circle'))
    // Below the header, which stays at the top.
    await latency.evaluate((figure) => {
      figure.scrollIntoView({ block: 'center' })
    })
    await latency.locator('circle').last().hover()
    await seen(page.getByText('≈ aproximado: duraciones contadas en tramos anchos'))
    expect(await flawsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Ver como tabla' }).click()
    await seen(page.getByRole('table', { name: 'Evolución, en números' }).getByText(/^≈\u00a0\d+$/))
  },
)

longTest('an endpoint that does not exist is said not to', async () => {
  const page = await openSignedIn(pageOf('GET /api/admin/nothing/'))

  await seen(page.getByText('No hay ningún endpoint con este identificador'))
})

longTest('the timeline of an incident grows while somebody else takes it', async () => {
  const id = await givenIncident('/api/admin/search/')
  const page = await openSignedIn(`/incidents/${id}`)
  const timeline = page.getByRole('region', { name: 'Qué ha pasado' })
  await seen(timeline.getByText('Se abrió'))
  await seen(page.getByRole('button', { name: /^Atender/ }))
  await seen(page.getByText('en vivo'))

  await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id, note: "Lo miro yo") { id } }', { id })

  await seen(timeline.getByText('Lo miro yo'))
  expect(await timeline.getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: /^Atender/ }).waitFor({ state: 'detached' })
  await seen(page.getByText(/^Lo atiende/))
})

test('an incident that still holds is ended only in a second step', async () => {
  await givenIncident('/api/admin/customers/')
  const page = await openSignedIn('/incidents')
  await page.getByRole('table').getByRole('link', { name: 'GET /api/admin/customers/' }).click()

  await page.getByRole('button', { name: /^Resolver…/ }).click()
  await page.getByLabel('Motivo de la resolución').fill('Se ha reiniciado')
  await page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await seen(page.getByText('La condición que lo abrió sigue presente.'))
  await page.getByRole('button', { name: 'Resolver de todos modos' }).click()

  await seen(page.getByText('Se ha reiniciado'))
  await seen(page.getByText('Un operador lo dio por resuelto aunque la condición seguía presente.'))
})

test('filters and order are kept over a reload and the way back', async () => {
  const page = await openSignedIn('/endpoints')

  await page.getByRole('button', { name: /^Clientes/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ruta' }).click()
  await page.waitForURL(/area=clientes.*sort=path/)
  const chosen = ['/api/admin/customers/', '/api/admin/libraries/']
  await untilPaths(page, chosen)

  await page.reload()
  await untilPaths(page, chosen)

  await rows(page).getByRole('link').first().click()
  await seen(page.getByRole('heading', { level: 1, name: 'GET /api/admin/customers/' }))
  await page.goBack()
  await untilPaths(page, chosen)
  expect(await page.getByRole('button', { name: /^Clientes/ }).getAttribute('aria-pressed')).toBe('true')
})

longTest(
  'the table counts what it leaves out, a search looks at every endpoint, and an empty result repeats it',
  async () => {
    const page = await openSignedIn('/endpoints')
    const table = page.getByRole('region', { name: 'Inventario' })
    await seen(table.getByText('7 de 9; 2 sin área: verlas', { exact: true }))

    await table.getByRole('link', { name: 'verlas' }).press('Enter')
    await seen(table.getByText('2 endpoints', { exact: true }))
    await untilPaths(page, ['/api/admin/audit/', '/api/admin/endpoints/'])
    await table.getByRole('button', { name: 'Limpiar' }).click()
    await table.getByLabel('Buscar').fill('AUDIT')
    await seen(table.getByText('1 endpoint', { exact: true }))
    await untilPaths(page, ['/api/admin/audit/'])
    await table.getByLabel('Estado', { exact: true }).selectOption('Fallando')

    await seen(table.getByText('Sin coincidencias', { exact: true }))
    await seen(table.getByText('Ajusta los filtros para ver resultados.', { exact: true }))
    await seen(table.getByText('Se ha buscado: «AUDIT» · Estado: Fallando', { exact: true }))
    await table.getByRole('button', { name: 'Limpiar filtros' }).press('Enter')
    await seen(table.getByText(/^7 de 9/))
    await until('the table has the focus', () => table.evaluate((section) => section.matches(':focus')))
  },
)

longTest('a large inventory is read in the background, and only the endpoints in sight are drawn', async () => {
  const page = await openSignedIn('/incidents')
  const { release } = await givenInventedEndpoints(page, total, 600)

  await openUntilShown(page, page.getByText(`Leyendo el inventario: 600 de ${shown(total)}`).first())
  release()

  await seen(page.getByText(`${shown(total)} endpoints`, { exact: true }))
  expect(await drawn(page)).toBeLessThan(150)
  const most = await mostDrawnUntil(page, pathAt(total - 1), () => page.mouse.wheel(0, 20_000))
  expect(most).toBeLessThan(150)

  await page.getByRole('button', { name: 'Latencia (ms)' }).click()
  await page.evaluate('scrollTo(0, 0)')
  const slowest = Array.from({ length: total }, (_, index) => (index * 7919) % total).indexOf(total - 1)
  await seen(rows(page).first().getByText(pathAt(slowest)))

  await page.getByLabel('Buscar').fill('invented/00621')
  await seen(page.getByText('1 endpoint', { exact: true }))
  await untilPaths(page, [pathAt(621)])
})

longTest('the end of a large inventory is reached by the keyboard, and the table says how long it is', async () => {
  const page = await openSignedIn('/incidents')
  const { release } = await givenInventedEndpoints(page, total, total)
  release()
  await openUntilShown(page, page.getByText(`${shown(total)} endpoints`, { exact: true }).first())
  expect(await page.getByRole('table', { name: 'Inventario' }).getAttribute('aria-rowcount')).toBe(String(total + 1))

  const most = await mostDrawnUntil(page, pathAt(total - 1), () => page.keyboard.press('End'))

  expect(most).toBeLessThan(150)
  const last = rows(page).filter({ hasText: pathAt(total - 1) })
  expect(await last.getAttribute('aria-rowindex')).toBe(String(total + 1))
  await last.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => decodeURIComponent(url.pathname).includes(pathAt(total - 1)))
})

longTest('once a service reports endpoints, they are shown with it and found by it', async () => {
  const page = await openSignedIn('/endpoints')
  const table = page.getByRole('region', { name: 'Inventario' })
  await seen(table.getByText('7 de 9; 2 sin área: verlas', { exact: true }))
  expect(await table.getByRole('columnheader').count()).toBe(8)
  expect(await table.getByLabel('Servicio').count()).toBe(0)

  const list = Array.from({ length: 300 }, (_, index) => ({
    ...{ method: 'GET', path: `/api/admin/ledger/entries-${index}/{id}`, area: 'contabilidad' },
  }))
  await importEndpoints('accounting', list)

  await seen(table.getByText('307 de 309; 2 sin área: verlas', { exact: true }))
  await seen(table.getByRole('columnheader', { name: 'Servicio' }))
  await table.getByLabel('Servicio', { exact: true }).selectOption('accounting')
  await seen(table.getByText('300 endpoints', { exact: true }))
  expect(await drawn(page)).toBeLessThan(150)
  await table.getByLabel('Servicio', { exact: true }).selectOption('Vigía')
  await seen(table.getByText('9 endpoints', { exact: true }))
  await page.goto(`${pageOf('GET /api/admin/ledger/entries-7/:id/')}`)
  await page.getByRole('link', { name: 'Servicio accounting' }).click()
  await page.waitForURL(/service=accounting/)
  await seen(page.getByText('300 endpoints', { exact: true }))

  await importEndpoints('accounting', [])
  await page.goto('/endpoints')
  await seen(table.getByText('7 de 9; 2 sin área: verlas', { exact: true }))
  expect(await table.getByRole('columnheader').count()).toBe(8)
})

longTest('the pages of endpoints and incidents have no flaws of accessibility', async () => {
  const id = await givenIncident('/api/admin/libraries/')
  const page = await openSignedIn('/endpoints')

  for (const path of ['/endpoints', pageOf('GET /api/admin/libraries/'), '/incidents', `/incidents/${id}`]) {
    await page.goto(path)
    await seen(page.locator('main').getByText('/api/admin/libraries/'))
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    expect({ path, flaws: await flawsOf(page) }).toEqual({ path, flaws: [] })
  }
})

/** A page of the application, signed in as the gateway's own operator. */
const openSignedIn = (path: string) => openPage(gateway.url, path, gateway.cookie)

async function importEndpoints(service: string, list: Json[]) {
  const { status } = await fetch(`${gateway.url}/ingest/v1/services/${service}/endpoints?retire=true`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify(list),
  })
  expect(status).toBe(200)
}

/** Lets `GET` of a path fail for long enough to be judged Fallando, and returns the id of its open incident. */
async function givenIncident(path: string): Promise<string> {
  await gateway.pass(60)
  for (let step = 0; step < 6; step += 1) {
    await gateway.report(...times(5, outcome(500, path)))
    await gateway.pass(10)
  }
  const { incidents } = await gateway.data(
    '{ incidents(filter: { open: true }) { edges { node { id subject { id } } } } }',
  )
  return incidents.edges.find(({ node }: Json) => node['subject'].id.endsWith(path)).node.id
}

/** The names and values of a list of facts. */
async function factsIn(part: ReturnType<Page['getByRole']>): Promise<Record<string, string>> {
  const names = await part.locator('dt').allTextContents()
  const values = await part.locator('dd').allTextContents()
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

/** Scrolls on until a text is on the page, and tells how many rows were drawn at most meanwhile. */
async function mostDrawnUntil(page: Page, text: string, scrollOn: () => Promise<void>): Promise<number> {
  let most = await drawn(page)
  while ((await page.getByText(text).count()) === 0) {
    await scrollOn()
    await page.evaluate('new Promise(requestAnimationFrame)')
    most = Math.max(most, await drawn(page))
  }
  return most
}

const rows = (page: Page) => page.getByRole('table', { name: 'Inventario' }).locator('tbody').getByRole('row')

const shown = (count: number) => count.toLocaleString('es')

const drawn = (page: Page) => page.locator('tr').count()

/** Waits until these endpoints are shown, in this order. */
const untilPaths = (page: Page, paths: readonly string[]) =>
  until(`these are shown: ${paths.join(', ')}`, async () => (await pathsIn(page)).join() === paths.join())

const pathsIn = (page: Page) => rows(page).getByRole('link').allTextContents()

const seen = (locator: { first: () => { waitFor: () => Promise<void> } }) => locator.first().waitFor()
