import type { Page } from 'playwright-core'
import { askedIn } from '../support/graphql-request.ts'
import { axeViolations } from '../support/axe.ts'
import { givenBrowser } from '../support/browser.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase } from '../support/database.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'
import { givenSignedIn } from '../support/operators.ts'
import { until } from '../support/until.ts'

const { openPage } = await givenBrowser()

test('of two who take an incident at once, one is told that the other has it', async () => {
  await using gateway = await givenGateway()
  await librariesFail(gateway)
  const colleague = await givenSignedIn(gateway)
  const quick = await openAs(gateway, colleague.cookie)
  const slow = await openAs(gateway)
  const letGo = await holdRequests(slow, 'AcknowledgeIncident')
  for (const page of [quick, slow]) await openPanel(page, 1)

  await slow.getByRole('button', { name: /^Atender/ }).click()
  await quick.getByRole('button', { name: /^Atender/ }).click()
  await seen(quick.getByText(`Lo atiende ${colleague.operator.name}`))
  letGo()

  const refusal = slow.getByRole('dialog').getByRole('alert')
  await seen(refusal.getByText(`Alguien se ha adelantado. ${colleague.operator.name} lo atendió hace un momento.`))
  await seen(slow.getByRole('dialog').getByText(`Lo atiende ${colleague.operator.name}`))
})

test('an incident that still holds is ended by force, in a second step', async () => {
  await using gateway = await givenGateway()
  await librariesFail(gateway)
  const page = await openAs(gateway)
  await openPanel(page, 1)
  const panel = page.getByRole('dialog')

  await panel.getByRole('button', { name: /^Resolver…/ }).click()
  await panel.getByLabel('Por qué se da por resuelto').fill('El proveedor lo está arreglando.')
  await panel.getByRole('button', { name: 'Resolver', exact: true }).click()
  await seen(panel.getByText('La condición que lo abrió sigue presente.'))
  await panel.getByRole('button', { name: 'Resolver de todos modos' }).click()

  await seen(panel.getByText('GET /api/admin/libraries/: lo has dado por resuelto.'))
  await seen(panel.getByRole('button', { name: 'Endpoints fallando', expanded: false }))
})

test('a page whose server was away says so, and is right again without being loaded anew', async () => {
  await using database = await givenDatabase()
  const clock = manualClock()
  const first = await givenGateway({ database, clock })
  await librariesFail(first)
  const page = await openAs(first)
  await seen(page.getByRole('region', { name: 'Ahora mismo' }).getByText('Nadie lo atiende'))
  await seen(page.getByText('en vivo'))
  const loads = countLoads(page)

  await first[Symbol.asyncDispose]()
  await seen(page.getByText('reconectando'))
  await takeElsewhere({ database, clock })
  await using again = await givenGateway({ database, clock, config: { port: Number(new URL(first.url).port) } })

  await seen(page.getByText('en vivo'))
  await seen(page.getByRole('region', { name: 'Ahora mismo' }).getByText(/^Lo atiende/))
  expect({ url: again.url, loads: loads() }).toEqual({ url: first.url, loads: 0 })
})

test('a session that expires while the panel is open leads to sign-in with a sentence', async () => {
  await using gateway = await givenGateway({ config: { sessionIdleMinutes: 1 } })
  const page = await openAs(gateway)
  await openPanel(page, 0)

  await gateway.pass(180)

  await seen(page.getByText('Tu sesión ha terminado. Vuelve a entrar para seguir.'))
})

test('the tab carries the badge in its title and in its icon, and doubts both while nothing is heard', async () => {
  const gateway = await givenGateway()
  const page = await openAs(gateway)
  const violations = countPolicyViolations(page)
  await seen(page.getByText('en vivo'))
  expect(await page.title()).toBe('Resumen · Vigía')

  await librariesFail(gateway)

  await until('the title has the badge', async () => (await page.title()) === '(1) Resumen · Vigía')
  expect(await iconOf(page)).toContain('>1</text>')
  expect(await isDrawn(page)).toBe(true)

  await gateway[Symbol.asyncDispose]()

  await seen(page.getByText('reconectando'))
  expect(await iconOf(page)).toContain('>?</text>')
  expect(violations()).toBe(0)
})

test('all is well only where that is known', async () => {
  await using gateway = await givenGateway()
  const page = await openAs(gateway)
  const now = page.getByRole('region', { name: 'Ahora mismo' })

  await seen(now.getByText('Todavía no ha llegado nada por lo que juzgar: no se sabe si todo va bien.'))
  expect(await now.getByText('Todo en orden').count()).toBe(0)

  await gateway.pass(60)
  await gateway.report(...times(10, outcome(200)), ...times(10, outcome(200, '/api/admin/search/')))
  await gateway.pass(20)
  await page.reload()

  await seen(now.getByText('Todo en orden'))
})

test('the wall shows the six counts and what is failing, and says when it is not live', async () => {
  const gateway = await givenGateway()
  const page = await openAs(gateway)
  await page.getByRole('link', { name: 'Ver en la pared' }).click()
  await seen(page.getByText('en vivo'))

  await librariesFail(gateway)

  const counts = page.getByRole('list', { name: 'Incidentes abiertos' }).getByRole('listitem')
  await seen(counts.filter({ hasText: /^Endpoints fallando1$/ }))
  expect(await counts.allTextContents()).toEqual([
    'Librerías fallando0',
    'Librerías degradadas0',
    'Endpoints fallando1',
    'Endpoints degradados0',
    'Integraciones fallando0',
    'Integraciones degradadas0',
  ])
  await seen(page.getByRole('region', { name: 'Qué está fallando' }).getByText('GET /api/admin/libraries/'))

  await gateway[Symbol.asyncDispose]()
  await seen(page.getByRole('alert').getByText(/^Lo que se ve es lo último que se supo, a las \d\d:\d\d\.$/))

  await page.keyboard.press('Escape')
  await seen(page.getByRole('heading', { name: 'Resumen' }))
})

test('the overview, the panel and the wall fit a phone, and axe finds nothing in either theme', async () => {
  await using gateway = await givenGateway()
  await librariesFail(gateway)
  const page = await openAs(gateway)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/')
    await seen(page.getByRole('region', { name: 'Ahora mismo' }).getByText('Nadie lo atiende'))
    await seen(page.getByRole('region', { name: 'Últimas 24 horas' }).getByText('1 abierto'))
    expect(await flawsOf(page)).toEqual([])
    await openPanel(page, 1)
    await seen(page.getByRole('button', { name: /^Atender/ }))
    expect(await flawsOf(page)).toEqual([])
    await page.goto('/?pared')
    await seen(page.getByText('GET /api/admin/libraries/'))
    expect(await flawsOf(page)).toEqual([])
  }
})

/** A page of its own, signed in without a form. */
async function openAs(gateway: GivenGateway, cookie = gateway.cookie): Promise<Page> {
  const page = await openPage(gateway.url)
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: gateway.url }])
  await page.goto('/')
  return page
}

async function openPanel(page: Page, badge: number) {
  await page.getByRole('button', { name: `Notificaciones: ${badge}` }).click()
  await seen(page.getByRole('dialog').getByText('Endpoints fallando'))
}

/** Long enough, and bad enough, for `GET /api/admin/libraries/` to be judged Fallando. */
async function librariesFail(gateway: GivenGateway) {
  await gateway.pass(60)
  for (let step = 0; step < 6; step += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(10)
  }
}

/** Somebody takes the incident where the page does not hear of it. */
async function takeElsewhere(options: Parameters<typeof givenGateway>[0]) {
  await using gateway = await givenGateway(options)
  const { incidents } = await gateway.data('{ incidents(filter: { open: true }) { edges { node { id } } } }')
  const { id } = incidents.edges[0].node
  await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
}

/** Keeps requests with this operation from leaving the page, until they are let go. */
async function holdRequests(page: Page, operation: string): Promise<() => void> {
  let letGo: () => void = () => undefined
  const free = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/graphql', async (route) => {
    if (askedIn(route.request()).query.includes(operation)) await free
    await route.continue()
  })
  return letGo
}

async function flawsOf(page: Page): Promise<string[]> {
  const tooWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  return [...(tooWide ? ['It scrolls sideways.'] : []), ...(await axeViolations(page))]
}

const iconOf = async (page: Page) =>
  decodeURIComponent((await page.locator('link[rel="icon"]').getAttribute('href')) ?? '')

/** Whether the page's own policy lets the icon be drawn. */
const isDrawn = (page: Page): Promise<boolean> =>
  page.evaluate(`(async () => {
    const image = new Image()
    image.src = document.querySelector('link[rel="icon"]').href
    await image.decode()
    return image.width > 0
  })()`)

function countPolicyViolations(page: Page) {
  let violations = 0
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations += 1
  })
  return () => violations
}

function countLoads(page: Page) {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

const seen = (locator: { first: () => { waitFor: () => Promise<void> } }) => locator.first().waitFor()
