/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core'
import { longTest } from '../../support/extent.ts'
import { askedIn, holdRequests } from '../../support/browser/graphql-request.ts'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { manualClock } from '../../support/clock.ts'
import { givenDatabase } from '../../support/database/database.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../../support/gateway.ts'
import { pressSequence } from '../../support/browser/keyboard.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

test('of two who take an incident at once, one is told that the other has it, and ends it by force', async () => {
  await using gateway = await givenGateway()
  await librariesFail(gateway)
  const colleague = await givenSignedIn(gateway)
  const quick = await openAs(gateway, colleague.cookie)
  const slow = await openAs(gateway)
  const letGo = await holdRequests(slow, 'AcknowledgeIncident')
  for (const page of [quick, slow]) await openPanel(page, 1)
  const panel = slow.getByRole('dialog')

  await slow.getByRole('button', { name: /^Atender/ }).click()
  await quick.getByRole('button', { name: /^Atender/ }).click()
  await seen(quick.getByText(`Lo atiende ${colleague.operator.name}`))
  letGo()

  const refusal = panel.getByRole('alert')
  await seen(refusal.getByText(`Alguien se ha adelantado. ${colleague.operator.name} lo atendió hace un momento.`))
  await seen(panel.getByText(`Lo atiende ${colleague.operator.name}`))

  // It still holds, and is ended by force, in a second step.
  await panel.getByRole('button', { name: /^Resolver…/ }).click()
  await panel.getByLabel('Motivo de la resolución').fill('El proveedor lo está arreglando.')
  await panel.getByRole('button', { name: 'Resolver', exact: true }).click()
  await seen(panel.getByText('La condición que lo abrió sigue presente.'))
  await panel.getByRole('button', { name: 'Resolver de todos modos' }).click()

  await seen(panel.getByText('GET /api/admin/libraries/: lo has dado por resuelto.'))
  await seen(panel.getByRole('button', { name: 'Endpoints fallando', expanded: false }))
})

longTest(
  'a colleague of the same name is told apart, an error stays until the next action, and an end is told',
  async () => {
    await using gateway = await givenGateway()
    await librariesFail(gateway)
    const colleague = await givenSignedIn(gateway)
    await gateway.db.operator.update({ where: { id: colleague.operator.id }, data: { name: 'Administrador' } })
    const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
    const { id } = incidents.edges[0].node
    const page = await openPage(gateway.url, `/incidents/${id}`, gateway.cookie)
    const letTake = await holdRequests(page, 'AcknowledgeIncident')
    await page
      .getByRole('button', { name: /^Atender/ })
      .first()
      .click()
    await colleague.ask('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
    letTake()
    const panel = page.getByRole('region', { name: 'Atención' })
    await seen(panel.getByText('Alguien se ha adelantado. Administrador lo atendió hace un momento.'))

    await panel.getByRole('button', { name: 'Tomar el relevo' }).press('Enter')
    await seen(panel.getByRole('button', { name: 'Soltar' }))
    expect(await panel.getByRole('alert').count()).toBe(0)

    const letRelease = await holdRequests(page, 'ReleaseIncident')
    await panel.getByRole('button', { name: 'Soltar' }).press('Enter')
    await colleague.ask('mutation ($id: ID!) { resolveIncident(id: $id, reason: "Ya está", force: true) { id } }', {
      id,
    })
    await panel.waitFor({ state: 'detached' })
    letRelease()
    await seen(page.getByRole('status').getByText(/: Administrador lo resolvió hace un momento\.$/))
  },
)

longTest(
  'an answer that comes late neither takes the focus from what is written nor erases a later error',
  async () => {
    await using gateway = await givenGateway()
    await librariesFail(gateway)
    const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
    const page = await openPage(gateway.url, `/incidents/${incidents.edges[0].node.id}`, gateway.cookie)
    const panel = page.getByRole('region', { name: 'Atención' })
    const letRead = await holdRequests(page, 'query Notifications')
    await panel
      .getByRole('button', { name: /^Atender/ })
      .first()
      .press('Enter')
    await page.route('**/graphql', (route) =>
      askedIn(route.request()).query.includes('ReleaseIncident') ? route.fulfill({ status: 503 }) : route.fallback(),
    )
    const refused = page.waitForResponse((response) => response.status() === 503)
    await panel.getByRole('button', { name: 'Soltar' }).press('Enter')
    await refused
    await panel.getByRole('button', { name: /^Resolver…/ }).press('Enter')
    const reason = panel.getByLabel('Motivo de la resolución')
    await reason.fill('El proveedor')
    letRead()
    await seen(panel.getByRole('alert'))

    await page.keyboard.type(' lo arregla')
    expect([await reason.inputValue(), await isFocused(reason)]).toEqual(['El proveedor lo arregla', true])
  },
)

longTest(
  'an incident is taken on its row of the overview, which the badges tell, and not by somebody who only reads',
  async () => {
    await using gateway = await givenGateway()
    const page = await openAs(gateway)
    const bell = page.getByRole('button', { name: /^Notificaciones:/ })
    const profile = page.getByRole('button', { name: /: \d+ incidentes? nuevos?$/ })
    await seen(page.getByText('en vivo'))
    expect(await page.getByRole('banner').locator('[data-tone]').count()).toBe(0)

    await librariesFail(gateway)
    await seen(bell.locator('[data-tone=alarm]'))
    await bell.focus()
    await seen(page.getByRole('tooltip', { name: '1 incidente abierto, 1 sin atender' }))
    await page.keyboard.press('Tab')
    await seen(page.getByRole('tooltip', { name: '1 incidente nuevo desde que abriste Notificaciones' }))
    await page.keyboard.press('Enter')
    await seen(profile.locator('[data-tone=news]'))
    await seen(page.getByRole('menu').getByText('1 incidente nuevo desde que abriste Notificaciones.'))
    await page.keyboard.press('Escape')
    const reader = await openAs(gateway, (await givenSignedIn(gateway, 'lector')).cookie)
    const now = reader.getByRole('region', { name: 'Ahora mismo' })
    await seen(now.getByText('Tu rol, lector, no permite atender ni resolver incidentes.'))
    expect(await now.getByRole('button').count()).toBe(0)
    await seen(reader.getByText('en vivo'))

    await page.getByRole('button', { name: 'GET /api/admin/libraries/: Atender' }).press('Enter')

    await seen(now.getByText('Lo atiende Administrador'))
    await seen(page.getByRole('status').getByText('Ahora atiendes GET /api/admin/libraries/.'))
    await seen(bell.locator('[data-tone=quiet]').getByText('1'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/incidents/*')
    for (const [letter, path] of Object.entries({ n: '/incidents', m: '/messages', o: '/operators' })) {
      await pressSequence(page, 'g', letter)
      await page.waitForURL(`**${path}`)
    }
  },
)

test('a page whose server was away says so, and is right again without being loaded anew', async () => {
  await using database = await givenDatabase()
  const clock = manualClock()
  const first = await givenGateway({ database, clock })
  await librariesFail(first)
  const page = await openAs(first)
  await seen(page.getByRole('region', { name: 'Ahora mismo' }).getByText('Sin asignar'))
  await seen(page.getByText('en vivo'))
  await seen(page.getByRole('button', { name: /^Administrador:/ }))
  // A file that is on its way when the server goes away cannot be loaded again without loading the page anew.
  await page.waitForLoadState('networkidle')
  const loads = countLoads(page)

  await first[Symbol.asyncDispose]()
  await seen(page.getByText('reconectando'))
  // Its code is not loaded yet: the page stays, and the drawer opens once the server is back.
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await takeElsewhere({ database, clock })
  await using again = await givenGateway({ database, clock, config: { port: Number(new URL(first.url).port) } })

  await seen(page.getByText('en vivo'))
  await seen(page.getByRole('dialog', { name: 'Notificaciones' }))
  await page.keyboard.press('Escape')
  await seen(page.getByRole('region', { name: 'Ahora mismo' }).getByText(/^Lo atiende/))
  expect({ url: again.url, loads: loads() }).toEqual({ url: first.url, loads: 0 })
})

longTest('a session that expires while the panel is open leads to sign-in with a sentence', async () => {
  await using gateway = await givenGateway({ config: { sessionIdleMinutes: 1 } })
  const page = await openAs(gateway)
  await openPanel(page, 0)

  await gateway.pass(180)

  await seen(page.getByText('Tu sesión ha terminado. Vuelve a entrar para seguir.'))
})

longTest('the tab carries the badge in its title and in its icon, and doubts both while nothing is heard', async () => {
  const gateway = await givenGateway()
  const page = await openAs(gateway)
  const violations = countPolicyViolations(page)
  await seen(page.getByText('en vivo'))
  await until('the title has no badge', async () => (await page.title()) === 'Resumen · Vigía')

  await librariesFail(gateway)

  await until('the title has the badge', async () => (await page.title()) === '(1) Resumen · Vigía')
  await until('the icon has the badge', async () => (await iconOf(page)).includes('>1</text>'))
  expect(await isDrawn(page)).toBe(true)

  await gateway[Symbol.asyncDispose]()

  await seen(page.getByText('reconectando'))
  await until('the icon is in doubt', async () => (await iconOf(page)).includes('>?</text>'))
  expect(violations()).toBe(0)
})

longTest('all is well only where that is known', async () => {
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
  await page.getByRole('link', { name: 'Modo pantalla' }).click()
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

longTest('the overview, the panel and the wall fit a phone, and axe finds nothing', async () => {
  await using gateway = await givenGateway()
  await librariesFail(gateway)
  const page = await openAs(gateway)
  await seen(page.getByRole('region', { name: 'Ahora mismo' }).getByText('Sin asignar'))
  await seen(page.getByRole('region', { name: 'Últimas 24 horas' }).getByText('1 abierto'))
  expect(await flawsOf(page)).toEqual([])
  await openPanel(page, 1)
  await seen(page.getByRole('button', { name: /^Atender/ }))
  expect(await flawsOf(page)).toEqual([])
  await page.goto('/?pared')
  await seen(page.getByText('GET /api/admin/libraries/'))
  // The overview's early responses, which the wall does not use, occupy no connection.
  await page.waitForLoadState('networkidle')
  expect(await flawsOf(page)).toEqual([])
})

/** A page of its own, signed in without a form. */
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

const openAs = (gateway: GivenGateway, cookie = gateway.cookie) => openPage(gateway.url, '/', cookie)

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
