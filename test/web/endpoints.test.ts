import type { Page } from 'playwright-core'
import { axeViolations } from '../support/axe.ts'
import { givenBrowser } from '../support/browser.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'
import { givenInventedEndpoints, pathAt } from '../support/inventory.ts'

const { openPage } = await givenBrowser()

const pageOf = (endpoint: string) => `/endpoints/${encodeURIComponent(endpoint)}`

test('the page of an endpoint explains its state with numbers, and shows how it came to it', async () => {
  await using gateway = await givenGateway()
  const page = await openSignedIn(gateway, '/endpoints')
  await librariesFail(gateway)
  for (let minute = 0; minute < 2; minute += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(60)
  }

  await page.getByRole('region', { name: 'Endpoints críticos' }).getByText('/api/admin/libraries/').click()

  await seen(page.getByRole('heading', { level: 1, name: 'GET /api/admin/libraries/' }))
  const present = page.getByRole('region', { name: 'Ahora' })
  await seen(present.getByText(/^\d+ de \d+ fallidas en 60 s \(.+ %\); el límite es 10,00 %\.$/))
  expect(await factsIn(present)).toMatchObject({ 'Ventana que decidió': '1 min', Límite: '10,00 %' })
  const evolution = page.getByRole('region', { name: 'Evolución' })
  await seen(evolution.getByRole('img', { name: /Fallando \d+ (s|min)/ }))
  for (const chart of ['Latencia', 'Errores', 'Peticiones en tramos de 1 min']) {
    await seen(evolution.getByRole('figure').filter({ hasText: chart }).locator('svg'))
  }
  await seen(page.getByRole('region', { name: 'Cambios de estado' }).getByText('Fallando'))
  await seen(page.getByRole('region', { name: 'Incidentes' }).getByText('Sin atender'))
})

test('where no samples arrived nothing is drawn, and the numbers can be read from a table', async () => {
  await using gateway = await givenGateway()
  const unlocked = { ...outcome(200, '/api/admin/customers/1/unlock-login/'), method: 'POST' }
  await gateway.report(...times(4, unlocked))
  await gateway.pass(180)
  await gateway.report(...times(3, unlocked))
  await gateway.pass(10)

  const page = await openSignedIn(gateway, pageOf('POST /api/admin/customers/:id/unlock-login/'))

  // Two moments with three minutes between them: two dots and no line.
  const latency = page.getByRole('figure').filter({ hasText: 'Latencia' })
  await seen(latency.locator('circle'))
  expect(await latency.locator('circle').count()).toBe(3 * 2)
  expect(await latency.locator('.recharts-line-curve[d*="L"]').count()).toBe(0)

  await page.getByText('1 h', { exact: true }).click()
  await page.waitForURL(/window=1h/)
  await page.getByRole('button', { name: 'Ver como tabla' }).click()

  const table = page.getByRole('table', { name: 'Evolución, en números' })
  await seen(table)
  const requests = await table.locator('tbody').locator('[data-title="Peticiones"]').allTextContents()
  expect(requests).toEqual(['3', '4'])
})

test('an endpoint that does not exist is said not to', async () => {
  await using gateway = await givenGateway()

  const page = await openSignedIn(gateway, pageOf('GET /api/admin/nothing/'))

  await seen(page.getByText('No hay ningún endpoint con este identificador'))
})

test('the timeline of an incident grows while somebody else takes it', async () => {
  await using gateway = await givenGateway()
  await librariesFail(gateway)
  const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
  const { id } = incidents.edges[0].node
  const page = await openSignedIn(gateway, `/incidents/${id}`)
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
  await using gateway = await givenGateway()
  await librariesFail(gateway)
  const page = await openSignedIn(gateway, '/incidents')
  await page.getByRole('table').getByRole('link', { name: 'GET /api/admin/libraries/' }).click()

  await page.getByRole('button', { name: /^Resolver…/ }).click()
  await page.getByLabel('Por qué se da por resuelto').fill('Se ha reiniciado')
  await page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await seen(page.getByText('La condición que lo abrió sigue presente.'))
  await page.getByRole('button', { name: 'Resolver de todos modos' }).click()

  await seen(page.getByText('Se ha reiniciado'))
  await seen(page.getByText('Un operador lo dio por resuelto aunque la condición seguía presente.'))
})

test('filters and order are kept over a reload and the way back', async () => {
  await using gateway = await givenGateway()
  const page = await openSignedIn(gateway, '/endpoints')

  await page.getByRole('button', { name: /^Clientes/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ruta' }).click()
  await page.waitForURL(/area=clientes.*sort=path/)
  const chosen = ['/api/admin/customers/', '/api/admin/libraries/']
  expect(await pathsIn(page)).toEqual(chosen)

  await page.reload()
  await seen(rows(page).getByRole('link'))
  expect(await pathsIn(page)).toEqual(chosen)

  await rows(page).getByRole('link').first().click()
  await seen(page.getByRole('heading', { level: 1, name: 'GET /api/admin/customers/' }))
  await page.goBack()
  await seen(rows(page).getByRole('link'))
  expect(await pathsIn(page)).toEqual(chosen)
  expect(await page.getByRole('button', { name: /^Clientes/ }).getAttribute('aria-pressed')).toBe('true')
})

test('ten thousand endpoints are read in the background, and only those in sight are drawn', async () => {
  await using gateway = await givenGateway()
  const page = await openSignedIn(gateway, '/incidents')
  const { release } = await givenInventedEndpoints(page, 10_000, 3_400)

  await page.goto('/endpoints')
  await seen(page.getByText('Leyendo el inventario: 3400 de 10.000'))
  release()

  await seen(page.getByText('10.000 en la tabla'))
  expect(await drawn(page)).toBeLessThan(150)
  const most = await mostDrawnUntil(page, pathAt(9_999), () => page.mouse.wheel(0, 20_000))
  expect(most).toBeLessThan(150)

  await page.getByRole('button', { name: 'Latencia (ms)' }).click()
  await page.evaluate('scrollTo(0, 0)')
  const slowest = Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 10_000).indexOf(9_999)
  await seen(rows(page).first().getByText(pathAt(slowest)))

  await page.getByLabel('Buscar').fill('invented/04321')
  await seen(page.getByText('1 en la tabla', { exact: true }))
  expect(await pathsIn(page)).toEqual([pathAt(4_321)])
})

test('the end of ten thousand endpoints is reached by the keyboard, and the table says how long it is', async () => {
  await using gateway = await givenGateway()
  const page = await openSignedIn(gateway, '/incidents')
  const { release } = await givenInventedEndpoints(page, 10_000, 10_000)
  release()
  await page.goto('/endpoints')
  await seen(page.getByText('10.000 en la tabla'))
  expect(await page.getByRole('table', { name: 'Inventario' }).getAttribute('aria-rowcount')).toBe('10001')

  const most = await mostDrawnUntil(page, pathAt(9_999), () => page.keyboard.press('End'))

  expect(most).toBeLessThan(150)
  const last = rows(page).filter({ hasText: pathAt(9_999) })
  expect(await last.getAttribute('aria-rowindex')).toBe('10001')
  await last.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => decodeURIComponent(url.pathname).includes(pathAt(9_999)))
})

test('whoever uses other means than eyes and mouse finds nothing in the way', async () => {
  await using gateway = await givenGateway()
  await librariesFail(gateway)
  const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
  const page = await openSignedIn(gateway, '/endpoints')

  for (const path of [
    '/endpoints',
    pageOf('GET /api/admin/libraries/'),
    '/incidents',
    `/incidents/${incidents.edges[0].node.id}`,
  ]) {
    await page.goto(path)
    await seen(page.locator('main').getByText('/api/admin/libraries/'))
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      expect({ path, colorScheme, violations: await axeViolations(page) }).toEqual({
        path,
        colorScheme,
        violations: [],
      })
    }
  }
})

/** A page of the application, signed in by the cookie that the gateway's own operator has. */
async function openSignedIn({ url, cookie }: GivenGateway, path: string): Promise<Page> {
  const page = await openPage(url)
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url }])
  await page.goto(path)
  return page
}

/** Long enough, and bad enough, for `GET /api/admin/libraries/` to be judged Fallando. */
async function librariesFail(gateway: GivenGateway) {
  await gateway.pass(60)
  for (let step = 0; step < 6; step += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(10)
  }
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

const drawn = (page: Page) => page.locator('tr').count()

const pathsIn = (page: Page) => rows(page).getByRole('link').allTextContents()

const seen = (locator: { first: () => { waitFor: () => Promise<void> } }) => locator.first().waitFor()
