import type { Locator, Page } from 'playwright-core'
import { axeViolations } from '../support/axe.ts'
import { givenBrowser } from '../support/browser.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, supplier, type GivenTrade } from '../support/inbound.ts'
import { givenSignedIn } from '../support/operators.ts'

const { openPage } = await givenBrowser()
const replayRoute = '**/api/admin/integrations/sinli_inbound/replay/'
const newcomer = 'LIB00009'

let gateway: GivenGateway
let trade: GivenTrade
beforeEach(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await trade.registerSupplier(supplier)
})
afterEach(() => gateway[Symbol.asyncDispose]())

test('an operator sees what a replay would do, carries it out and sees what became of each message', async () => {
  const [first = '', second = ''] = await givenFailed(2)
  await trade.send(mailOf(envio({ number: 'GOOD' })))
  const page = await open('/messages')

  await page.getByLabel('Estado', { exact: true }).selectOption('Fallido')
  await page.waitForURL(/status=FAILED/)
  await seen(page.getByText('2 mensajes', { exact: true }))
  await page
    .getByRole('checkbox', { name: /^Seleccionar ENVIO 08/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Reprocesar 1 mensaje…' }).click()
  const dialog = page.getByRole('dialog')

  await seen(dialog.getByText('El mensaje no se procesaría ahora.'))
  await seen(rows(dialog).filter({ hasText: 'Fallaría' }).getByText('El remitente no está dado de alta.'))
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await trade.registerSupplier(newcomer)
  await page.getByRole('button', { name: 'Reprocesar los 2 fallidos que cumplen el filtro…' }).click()

  await seen(dialog.getByText('Los 2 mensajes se procesarían ahora.'))
  expect(await statusesOf(first, second)).toEqual(['FAILED', 'FAILED'])
  const confirm = dialog.getByRole('button', { name: 'Reprocesar 2 mensajes' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Por qué se reprocesa').fill('Ya está dado de alta')
  await confirm.click()

  await seen(dialog.getByText('Hecho: 2 de 2 mensajes reprocesados.'))
  expect(await rows(dialog).filter({ hasText: 'Reprocesado' }).count()).toBe(2)
  expect(await statusesOf(first, second)).toEqual(['PROCESSED', 'PROCESSED'])
  await dialog.getByRole('link', { name: 'Ver el reproceso' }).click()

  await page.waitForURL(/\/replays\//)
  await seen(page.getByText('Ya está dado de alta'))
  await page.getByRole('button', { name: /^Fallidos/ }).click()
  await seen(page.getByText('Ningún mensaje ha tenido este resultado.'))
})

test('several messages are selected by the keyboard, and those between two with the shift key', async () => {
  await givenFailed(4)
  const page = await open('/messages')
  const boxes = page.getByRole('checkbox', { name: /^Seleccionar ENVIO/ })

  await boxes.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await seen(page.getByText('2 seleccionados'))
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await seen(page.getByText('4 seleccionados'))
  await page.getByRole('checkbox', { name: 'Seleccionar los 4 visibles' }).uncheck()

  expect(await page.getByText('seleccionados').count()).toBe(0)
})

test('a connection that is lost before the answer arrives replays nothing twice', async () => {
  const [id = ''] = await givenFailed(1)
  await trade.registerSupplier(newcomer)
  const page = await open(`/messages/${id}`)
  let isLost = false
  await page.route(replayRoute, async (route) => {
    const isRehearsal = (route.request().postDataJSON() as { dryRun?: boolean }).dryRun === true
    if (isRehearsal || isLost) return route.continue()
    isLost = true
    await route.fetch()
    return route.abort()
  })

  await page.getByRole('button', { name: 'Reprocesar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Por qué se reprocesa').fill('Otra vez')
  // Were it forced, a second replay would decode the document once more.
  await dialog.getByLabel('Forzar').check()
  await dialog.getByRole('button', { name: 'Reprocesar el mensaje' }).click()
  await seen(dialog.getByRole('alert').getByText(/^No ha llegado la respuesta/))
  await dialog.getByRole('button', { name: 'Reintentar' }).click()

  await seen(dialog.getByText('Hecho: 1 de 1 mensajes reprocesados.'))
  expect((await trade.messageOf(id)).attempts).toMatchObject([{ status: 'FAILED' }, { status: 'PROCESSED' }])
})

test('while another replay runs, it is shown how far that one is, and one can try again', async () => {
  const [id = ''] = await givenFailed(1)
  const at = new Date(gateway.clock.now())
  const request = { selection: { status: 'failed' }, limit: 100, dryRun: false, force: false, reason: null }
  const asked = { id: 'other', operatorId: 'nobody', request, selected: ['a', 'b', 'c', 'd'] }
  await gateway.db.replay.create({ data: { ...asked, done: 3, running: 1, startedAt: at, aliveAt: at } })
  const page = await open(`/messages/${id}`)

  await page.getByRole('button', { name: 'Reprocesar…' }).click()
  const dialog = page.getByRole('dialog')

  await seen(dialog.getByRole('alert').getByText(/^Hay un reproceso en marcha/))
  await seen(dialog.getByText('3 de 4'))
  await gateway.db.replay.update({ where: { id: 'other' }, data: { running: null, finishedAt: at, answer: {} } })
  await dialog.getByRole('button', { name: 'Reintentar' }).click()

  await seen(dialog.getByText('El mensaje no se procesaría ahora.'))
})

test('whoever only reads is offered no replay', async () => {
  const [id = ''] = await givenFailed(1)
  const { cookie } = await givenSignedIn(gateway, 'lector')
  const page = await open('/messages', cookie)

  await seen(rows(page).getByText('REMITENTE_DESCONOCIDO'))

  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Reprocesar/ }).count()).toBe(0)
  await page.goto(`/messages/${id}`)
  await seen(page.getByText(/^Reprocesarlo ayuda en cuanto/))
  expect(await page.getByRole('button', { name: /Reprocesar/ }).count()).toBe(0)
})

test('the page of a message shows its document, what is odd about it, its text and all attempts', async () => {
  const { id } = await trade.send(mailOf({ ...envio({ number: 'ODD' }), totals: { units: 1, netCents: 1 } }))
  const page = await open(`/messages/${id}`)

  await seen(page.getByRole('heading', { level: 1, name: 'ENVIO 08 · ODD' }))
  await seen(page.getByRole('region', { name: 'Cabecera' }).getByText('Proveedor inventado'))
  const net = page.getByRole('region', { name: 'Totales' }).getByRole('row', { name: /^Neto/ })
  expect((await net.getByRole('cell').allTextContents()).map(plain)).toEqual(['10,00 €', '0,01 €, no cuadra'])
  const line = page.getByRole('table', { name: 'Líneas' }).getByRole('row').nth(1)
  expect(plain((await line.textContent()) ?? '')).toContain('9788400000004Un libro inventado110,00 €')
  await line.getByText('Un libro inventado').click()
  await seen(line.getByText('Precio con IVA'))

  await page.getByRole('link', { name: /^Avisos/ }).click()
  await rows(page).filter({ hasText: 'TOTALES_NO_CUADRAN' }).getByRole('link').click()
  await page.waitForURL(/view=text&line=5/)
  const text = page.getByRole('region', { name: 'Texto del mensaje' })
  await seen(text.locator('[data-meant]').filter({ hasText: 'T00000001' }))
  expect(await text.getByText(/Un libro inventado/).count()).toBe(1)

  await page.getByRole('link', { name: /^Intentos/ }).click()
  await seen(page.getByRole('list', { name: 'Intentos' }).getByText('Primer proceso'))
})

test('the integrations tell how many messages came in, and lead to those that failed', async () => {
  await givenFailed(1)
  await trade.send(mailOf(envio({ number: 'GOOD' })))
  const page = await open('/integrations')

  const glance = page.getByRole('region', { name: 'Mensajes SINLI' })
  await seen(glance.getByRole('link', { name: '2 Recibidos hoy' }))
  await page.getByRole('table').getByRole('link', { name: 'Entrada SINLI' }).click()
  await seen(page.getByRole('heading', { level: 1, name: 'Entrada SINLI' }))
  await glance.getByRole('link', { name: '1 Fallido' }).click()

  await page.waitForURL(/messages\?status=FAILED/)
  await seen(page.getByText('1 mensaje', { exact: true }))
})

test('all of it fits a phone, and axe finds nothing in either theme', async () => {
  const [id = ''] = await givenFailed(1)
  const good = await trade.send(mailOf(envio({ number: 'GOOD' })))
  const { body: replayed } = await trade.replay({ messageIds: [id], reason: 'Por probar' })
  const paths = [
    ...['/integrations', '/integrations/sinli_inbound', '/messages', `/messages/${id}?view=attempts`],
    ...[`/messages/${good.id}`, `/messages/${good.id}?view=text&line=4`, `/replays/${String(replayed['replayId'])}`],
  ]
  const page = await open('/integrations')
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    for (const path of paths) {
      await page.goto(path)
      await settled(page)
      expect({ path, width, violations: await mistakesOf(page) }).toEqual({ path, width, violations: [] })
    }
    await page.goto(`/messages/${id}`)
    await page.getByRole('button', { name: 'Reprocesar…' }).click()
    await seen(page.getByRole('dialog').getByText('El mensaje no se procesaría ahora.'))
    await settled(page)
    expect(await mistakesOf(page)).toEqual([])
  }
}, 90_000)

/** Messages of somebody whom nobody knows yet, one after the other. */
async function givenFailed(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    ids.push((await trade.send(mailOf(envio({ sender: newcomer, number: `N${number}` })))).id)
  }
  return ids
}

/** A page of the application, signed in by a cookie: that of the gateway's own operator, unless told otherwise. */
async function open(path: string, cookie = gateway.cookie): Promise<Page> {
  const page = await openPage(gateway.url)
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: gateway.url }])
  await page.goto(path)
  return page
}

const statusesOf = (...ids: string[]) => Promise.all(ids.map(async (id) => (await trade.messageOf(id)).status))

const rows = (within: Page | Locator) => within.getByRole('table').locator('tbody').getByRole('row')

const seen = (locator: Locator) => locator.first().waitFor()

// Intl separates an amount from its currency by a space that does not break.
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

// Nothing is on its way any more, and what moves has come to rest.
async function settled(page: Page) {
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: Document }
    const isThere = document.querySelector('main h1') !== null
    const isBusy = document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') !== null
    return isThere && !isBusy && document.getAnimations().every(({ playState }) => playState !== 'running')
  })
}

type Document = {
  querySelector: (selector: string) => object | null
  getAnimations: () => { playState: string }[]
}

async function mistakesOf(page: Page): Promise<string[]> {
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  return [...(isTooWide ? ['It scrolls sideways.'] : []), ...(await axeViolations(page))]
}
