/// <reference lib="dom" />
// cspell:ignore lector
import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { longTest } from '../../support/extent.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

const runbookUrl = 'https://wiki.example.org/libraries'

let gateway: GivenGateway
let incident: { id: string; number: number; url: string }
beforeAll(async () => {
  gateway = await givenGateway()
  await gateway.pass(60)
  for (let step = 0; step < 6; step += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(10)
  }
  const { incidents } = await gateway.data('{ incidents { edges { node { id number url } } } }')
  incident = incidents.edges[0].node
})
afterAll(() => gateway[Symbol.asyncDispose]())

longTest('an incident tells its number, and its link is copied', async () => {
  const page = await open('/incidents')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await rows(page).getByText(`nº ${incident.number} ·`).waitFor()
  await rows(page).getByRole('link').first().click()

  await page.getByText(`Incidente nº ${incident.number}`).waitFor()
  await page.getByRole('button', { name: 'Copiar enlace del incidente' }).click()
  await page.getByRole('button', { name: /^Copiado/ }).waitFor()

  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(new URL(incident.url, gateway.url).href)
  expect(new URL(copied).pathname).toBe(new URL(page.url()).pathname)
})

longTest(
  'an incident shows which requests failed, with trace ids to copy, and says how to get them while there are none',
  async () => {
    const page = await open(`/incidents/${incident.id}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const section = page.getByRole('region', { name: 'Qué peticiones fallaron' })
    await section.getByText('No hay ejemplos de peticiones').waitFor()
    expect(await flawsOf(page)).toEqual([])

    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const { status: _status, ...unanswered } = outcome(0, undefined, 30_000)
    await gateway.report(
      { ...unanswered, error: 'timeout', traceId },
      { ...outcome(503), traceId: traceId.replace('4', '5'), errorType: 'BusyError' },
    )
    await gateway.pass(10)
    await page.reload()

    await section.getByRole('row').filter({ hasText: 'HTTP 503 · BusyError' }).waitFor()
    const row = section.getByRole('row').filter({ hasText: 'Sin respuesta a tiempo' })
    await row.getByText('30.000 ms').waitFor()
    await row.getByRole('button', { name: `Copiar el identificador de la traza ${traceId}` }).press('Enter')
    await section.getByRole('button', { name: /^Copiado/ }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(traceId)
    expect(await findEnglish(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await row.getByText(traceId).waitFor()
    expect(await flawsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await page.setViewportSize({ width: 360, height: 800 })
    const latest = page.getByRole('region', { name: 'Últimas peticiones fallidas o lentas' })
    await page.goto(`/endpoints/${encodeURIComponent('GET /api/admin/libraries/')}`)
    await latest.getByText(traceId).waitFor()
    expect(await flawsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    for (const path of ['/integrations/sinli_inbound', `/libraries/${await anyLibrary()}`]) {
      await page.goto(path)
      await latest.getByText('No hay ejemplos de peticiones').waitFor()
    }
  },
)

test('a note is added to the timeline by the keyboard, and read by a colleague without a reload', async () => {
  const { cookie } = await givenSignedIn(gateway, 'lector')
  const theirs = await open(`/incidents/${incident.id}`, cookie)
  const page = await open(`/incidents/${incident.id}`)
  const button = page.getByRole('button', { name: 'Añadir nota…' })
  await button.focus()
  await page.keyboard.press('Enter')
  const add = page.getByRole('button', { name: 'Añadir nota', exact: true })
  await add.waitFor()
  expect(await add.isDisabled()).toBe(true)

  await page.keyboard.type('El proveedor lo está mirando.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await timeline(page).getByText('El proveedor lo está mirando.').waitFor()
  await button.waitFor()
  await until('the button has the focus', () => button.evaluate((element) => element === document.activeElement))
  await timeline(theirs).getByText('El proveedor lo está mirando.').waitFor()
  expect(await theirs.getByRole('button', { name: 'Añadir nota…' }).count()).toBe(0)
})

test('after an incident was taken, a colleague takes it over, and only who has it releases it', async () => {
  const { cookie, operator } = await givenSignedIn(gateway, 'operador')
  const theirs = await open(`/incidents/${incident.id}`, cookie)
  const page = await open(`/incidents/${incident.id}`)
  const release = (of: Page) => of.getByRole('button', { name: 'Soltar' })
  const takeOver = (of: Page) => of.getByRole('button', { name: 'Tomar el relevo' })

  await page.getByRole('button', { name: /^Atender/ }).click()
  await release(page).waitFor()
  await takeOver(theirs).waitFor()
  // Offline the page does not hear that somebody has taken it over.
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('Incident(') ? route.abort() : route.continue(),
  )
  await takeOver(theirs).focus()
  await theirs.keyboard.press('Enter')
  await release(theirs).waitFor()

  await timeline(theirs).getByText(`Tomó el relevo ${operator.name}`).waitFor()
  await page.unroute('**/graphql')
  await page.reload()
  await timeline(page).getByText(`Tomó el relevo ${operator.name}`).waitFor()
  expect(await release(page).count()).toBe(0)
  await release(theirs).click()
  await timeline(page).getByText(`Lo soltó ${operator.name}`).waitFor()
  await page.getByRole('button', { name: /^Atender/ }).waitFor()
})

longTest(
  'what was decided stays beside what is now, and what closes an incident is counted by the second',
  async () => {
    await open('/incidents')
    // A second page: its clock is that of the gateway, which the test has moved.
    const page = await open(`/incidents/${incident.id}`)
    const decision = page.getByRole('group', { name: /^Por qué se abrió \(\d\d:\d\d\)$/ })
    const present = page.getByRole('group', { name: 'Ahora' })
    await present
      .getByText(
        /^Pasará a Degradado tras 3 min por debajo de 5,00\s% de fallidas \(último minuto: .+\s%\); aún no lo está\.$/,
      )
      .waitFor()
    const before = await decision.innerText()

    for (let step = 0; step < 9; step += 1) {
      await gateway.report(...times(9, outcome(200)))
      await gateway.pass(10)
    }
    await page.clock.install({ time: gateway.clock.now() })
    await page.reload()

    const line = present.getByText(/; lleva \d+ s\.$/)
    await line.waitFor()
    const lasted = await line.innerText()
    await page.clock.runFor(3_000)
    await until('it is counted on', async () => (await line.innerText()) !== lasted)
    expect(await decision.innerText()).toBe(before)
    expect(await flawsOf(page)).toEqual([])
  },
)

longTest('the page of a subject says what is pending, and its charts show the limits', async () => {
  await gateway.report(...times(5, outcome(200, '/api/admin/search/')))
  await gateway.pass(10)
  await gateway.report(...times(20, outcome(500, '/api/admin/search/')))
  await gateway.pass(10)
  const page = await open(`/endpoints/${encodeURIComponent('GET /api/admin/search/')}`)

  const present = page.getByRole('region', { name: 'Ahora' })
  await present
    .getByText(/^Por encima del límite \(\d+,00\s% de fallidas\) desde hace \d+ s, \d+,\d\d\s% en 60 s; Fallando/)
    .waitFor()
  await present.getByRole('heading', { name: /^Cuando se decidió \(/ }).waitFor()
  const errors = page.getByRole('figure').filter({ hasText: 'Errores' })
  await errors.getByText(/^Fallando desde \d+,00 %$/).waitFor()
  expect(await errors.locator('.recharts-reference-line').count()).toBe(2)
  await page
    .getByRole('figure')
    .filter({ hasText: 'Latencia' })
    .getByText(/^lenta desde [\d.]+ ms$/)
    .waitFor()
})

test('an administrator names the owner and the runbook, and the incident shows them', async () => {
  const page = await open(`/endpoints/${encodeURIComponent('GET /api/admin/libraries/')}`)
  const details = page.getByRole('region', { name: 'Responsable y guía' })
  await details.getByRole('button', { name: 'Editar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Responsable').fill('Equipo de catálogo')
  await dialog.getByLabel('Guía de actuación').fill(runbookUrl)
  // The service declares whether an endpoint is critical.
  expect(await dialog.getByLabel('Crítico').count()).toBe(0)
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar' }).click()

  await details.getByText('Equipo de catálogo').waitFor()
  await page.goto(`/incidents/${incident.id}`)
  const facts = page.getByRole('region', { name: 'Por qué', exact: true })
  await facts.getByText('Equipo de catálogo').waitFor()
  expect(await facts.getByRole('link', { name: 'wiki.example.org/libraries' }).getAttribute('href')).toBe(runbookUrl)
  expect(await flawsOf(page)).toEqual([])
})

longTest('an address that is none of the web is not accepted as a runbook', async () => {
  const page = await open('/libraries/EJ-001')
  await page.getByRole('button', { name: 'Editar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Guía de actuación').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Guardar' }).click()

  await dialog.getByText('http:// o https://').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Editar…' }).waitFor()
  expect(await page.content()).not.toContain('javascript:alert')
})

longTest('whether a bookshop is critical is set, and shown', async () => {
  const page = await open('/libraries/EJ-001')
  const details = page.getByRole('region', { name: 'Responsable y guía' })
  await details.getByText('No', { exact: true }).waitFor()
  await details.getByRole('button', { name: 'Editar…' }).click()

  await page.getByRole('dialog').getByLabel('Crítico').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()

  await details.getByText('Sí', { exact: true }).waitFor()
})

longTest('who is no administrator sees the details, and is not offered to change them', async () => {
  const { cookie } = await givenSignedIn(gateway, 'operador')
  const page = await open('/libraries/EJ-002', cookie)

  await page.getByRole('region', { name: 'Responsable y guía' }).getByText('Crítico').waitFor()

  expect(await page.getByRole('button', { name: 'Editar…' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Retirar…' }).count()).toBe(0)
})

async function open(path: string, cookie = gateway.cookie): Promise<Page> {
  const page = await openPage(gateway.url, path, cookie)
  await page.getByText('en vivo').first().waitFor()
  return page
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Qué ha pasado' }).getByRole('list')

const anyLibrary = async (): Promise<string> =>
  (await gateway.data('{ libraries(first: 1) { edges { node { id } } } }'))['libraries'].edges[0].node.id

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
