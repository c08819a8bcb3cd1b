/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { longTest } from '../../support/extent.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, outcome, type GivenGateway } from '../../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, supplier, type GivenTrade } from '../../support/sinli/inbound.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()
const replayRoute = '**/api/admin/integrations/sinli_inbound/replay/'
let newcomers = 9
let newcomer: string

let gateway: GivenGateway
let trade: GivenTrade
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await trade.registerSupplier(supplier)
})
afterAll(() => gateway[Symbol.asyncDispose]())

// Tests count messages, and each has a sender of its own who is not registered.
beforeEach(async () => {
  newcomers += 1
  newcomer = `LIB${String(newcomers).padStart(5, '0')}`
  await gateway.db.$executeRaw`TRUNCATE "InboundMessage" CASCADE`
})

// First, so that no other test's messages count as operations of SINLI.
longTest('the incident of SINLI leads to exactly the messages that were evaluated, and to their replay', async () => {
  await givenFailed(5)
  for (let number = 1; number <= 8; number += 1) await trade.send(mailOf(envio({ number: `G${number}` })))
  // Other samples too: without any, telemetry counts as interrupted.
  for (let passed = 0; passed < 130; passed += 10) {
    await gateway.report(outcome(200))
    await gateway.pass(10)
  }
  await givenFailed(1, 'LATE')
  const { id } = await gateway.db.incident.findFirstOrThrow({ where: { subject: { key: 'sinli_inbound' } } })
  const page = await open(`/incidents/${id}`)
  const decision = page.getByRole('group', { name: /^Por qué se abrió/ })

  await decision.getByRole('link', { name: 'Ver los 13 mensajes evaluados' }).click()
  await seen(page.getByText('13 mensajes', { exact: true }))
  await page.goBack()
  await decision.getByRole('link', { name: 'Ver los 5 fallidos' }).click()
  await seen(page.getByText('5 mensajes', { exact: true }))
  expect(await page.getByLabel('Resultado entonces').inputValue()).toBe('FAILED')
  expect(await flawsOf(page)).toEqual([])
  await page.goBack()
  const code = decision.getByRole('listitem').filter({ hasText: 'REMITENTE_DESCONOCIDO' })
  await seen(code.getByText('5', { exact: true }))
  await code.getByRole('link').click()
  await seen(page.getByText('5 mensajes', { exact: true }))
  await page.goBack()

  await trade.registerSupplier(newcomer)
  await decision.getByRole('button', { name: 'Reprocesar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Por qué se reprocesa').fill('Ya está dado de alta')
  await dialog.getByRole('button', { name: 'Reprocesar 5 mensajes' }).click()
  await seen(dialog.getByRole('link', { name: 'Ver el reproceso' }))
  await page.keyboard.press('Escape')

  await seen(decision.getByText('Ya no queda ninguno fallido.'))
  // The evaluated messages still include those that have been reprocessed since.
  await seen(decision.getByRole('link', { name: 'Ver los 5 fallidos' }))
  const reader = await givenSignedIn(gateway, 'lector')
  const theirs = await open(`/incidents/${id}`, reader.cookie)
  await seen(theirs.getByRole('link', { name: 'Ver los 5 fallidos' }))
  expect(await theirs.getByRole('button', { name: 'Reprocesar…' }).count()).toBe(0)
})

longTest('a resolved incident of SINLI says how many messages stay failed, until they are reprocessed', async () => {
  await givenFailed(5)
  const at = new Date(gateway.clock.now())
  const { id: subjectId } = await gateway.db.subject.findFirstOrThrow({ where: { key: 'sinli_inbound' } })
  const { id } = await gateway.db.incident.create({
    data: {
      ...{ kind: 'INTEGRACIONES', subjectId, status: 'RESOLVED', severity: 'DEGRADADO', maxSeverity: 'FALLANDO' },
      ...{ openedAt: at, resolvedAt: new Date(at.getTime() + 600_000), resolution: 'AUTOMATIC' },
      evidence: {
        ...{ code: 'RECOVERED', windowSeconds: 60, n: 6, bad: 0, recentRate: 0, p95: 20, threshold: 10 },
        at: at.getTime() + 600_000,
      },
    },
  })
  const page = await open(`/incidents/${id}`)

  await seen(page.getByRole('link', { name: '5 mensajes siguen sin procesar' }))
  expect(await flawsOf(page)).toEqual([])
  await trade.registerSupplier(newcomer)
  await page.getByRole('button', { name: 'Reprocesar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Por qué se reprocesa').fill('Ya está dado de alta')
  await dialog.getByRole('button', { name: 'Reprocesar 5 mensajes' }).click()
  await seen(dialog.getByRole('link', { name: 'Ver el reproceso' }))
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'siguen sin procesar' }).waitFor({ state: 'detached' })
})

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

  await seen(dialog.getByText('2 de 2 mensajes reprocesados'))
  expect(await rows(dialog).filter({ hasText: 'Reprocesado' }).count()).toBe(2)
  expect(await statusesOf(first, second)).toEqual(['PROCESSED', 'PROCESSED'])
  await dialog.getByRole('link', { name: 'Ver el reproceso' }).click()

  await page.waitForURL(/\/replays\//)
  await seen(page.getByText('Ya está dado de alta'))
  await page.getByRole('button', { name: /^Fallidos/ }).click()
  await seen(page.getByText('Ningún mensaje ha tenido este resultado.'))

  await page.goto('/integrations/sinli_inbound')
  await seen(rows(page).filter({ hasText: 'Simulación' }).getByText('Se procesarían 2'))
  await page.goto('/audit')
  await rows(page).getByRole('link', { name: 'Simulación de reproceso' }).first().click()
  const entry = page.getByRole('dialog', { name: 'Simulación de reproceso' })
  await seen(entry.getByRole('rowheader', { name: /^Se procesarían/ }))
  await page.keyboard.press('Escape')
  await page.goto('/audit?action=integration.replay')
  await seen(rows(page).getByRole('link', { name: 'Reproceso de mensajes' }))
  expect(await rows(page).getByRole('link', { name: 'Simulación de reproceso' }).count()).toBe(0)
})

longTest('several messages are selected by the keyboard, and those between two with the shift key', async () => {
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

longTest('a connection that is lost before the answer arrives replays nothing twice', async () => {
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

  await seen(dialog.getByText('Mensaje reprocesado', { exact: true }))
  expect((await trade.messageOf(id)).attempts).toMatchObject([{ status: 'FAILED' }, { status: 'PROCESSED' }])

  await until('the result has the focus', () =>
    dialog.getByRole('heading', { level: 3 }).evaluate((heading) => heading === document.activeElement),
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // Nothing is left to reprocess, so the button that opened the dialog may be gone.
  await until('the content has the focus', () =>
    page.evaluate<boolean>("document.activeElement.matches('#content, #content button')"),
  )
})

longTest('while another replay runs, it is shown how far that one is, and one can try again', async () => {
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

longTest('a replay that is refused says why, and which message is gone', async () => {
  const [id = ''] = await givenFailed(1)
  const page = await open('/messages')
  await page.getByRole('checkbox', { name: /^Seleccionar ENVIO/ }).check()
  await gateway.db.$executeRaw`TRUNCATE "InboundMessage" CASCADE`

  await page.getByRole('button', { name: 'Reprocesar 1 mensaje…' }).click()

  const problem = page.getByRole('dialog').getByRole('alert')
  await problem.waitFor()
  expect(await problem.innerText()).toBe(`No existe el mensaje ${id}.`)
})

longTest('a lector is offered no replay', async () => {
  const [id = ''] = await givenFailed(1)
  const { cookie } = await givenSignedIn(gateway, 'lector')
  const page = await open('/messages', cookie)

  await seen(rows(page).getByText('REMITENTE_DESCONOCIDO'))
  await seen(page.getByText('Tu rol, lector, no permite reprocesar mensajes.'))

  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Reprocesar/ }).count()).toBe(0)
  await page.goto(`/messages/${id}`)
  await seen(page.getByText(/^Reprocesarlo ayuda en cuanto/))
  expect(await page.getByRole('button', { name: /Reprocesar/ }).count()).toBe(0)
})

longTest(
  'where a replay would change nothing, force is suggested, and the button says what it still needs',
  async () => {
    await trade.send(mailOf(envio({ number: 'FIRST' })))
    const { id } = await trade.send(mailOf(envio({ number: 'GOOD' })))
    const page = await open('/messages')
    await seen(rows(page).locator('time'))
    // Both arrived in the same minute.
    expect(await rows(page).locator('time').allTextContents()).toEqual(
      Array(2).fill(expect.stringMatching(/:\d\d:\d\d$/)),
    )
    await page.goto(`/messages/${id}`)
    await until('the tab names the message', async () => (await page.title()).endsWith('ENVIO 08 · GOOD · Vigía'))

    await page.getByRole('button', { name: 'Reprocesar…' }).click()
    const dialog = page.getByRole('dialog')
    await seen(dialog.getByText('1 mensaje ya estaba procesado: «Forzar» lo lee de nuevo.'))
    await seen(dialog.getByText('Falta el motivo.'))
    await dialog.getByRole('button', { name: 'Forzar' }).press('Enter')

    await seen(dialog.getByText('El mensaje se procesaría ahora.'))
    expect(await dialog.getByRole('button', { name: 'Forzar' }).count()).toBe(0)
    expect(await dialog.getByLabel('Forzar').evaluate((box) => box.matches(':checked:focus'))).toBe(true)
    await dialog.getByLabel('Por qué se reprocesa').fill('Por probar')
    await dialog.getByText('Falta el motivo.').waitFor({ state: 'detached' })
  },
)

test('the page of a message shows its document, what is odd about it, its text and all attempts', async () => {
  const { id } = await trade.send(mailOf({ ...envio({ number: 'ODD' }), totals: { units: 1, netCents: 1 } }))
  const page = await open(`/messages/${id}`)

  await seen(page.getByRole('heading', { level: 1, name: 'ENVIO 08 · ODD' }))
  await seen(page.getByRole('region', { name: 'Cabecera' }).getByText('Proveedor inventado'))
  await seen(page.getByRole('region', { name: 'Cabecera' }).getByText('albarán (A)'))
  const net = page.getByRole('region', { name: 'Totales' }).getByRole('row', { name: /^Neto/ })
  expect((await net.getByRole('cell').allTextContents()).map(plain)).toEqual(['10,00 €', '0,01 €, no cuadra'])
  const line = page.getByRole('table', { name: 'Líneas' }).getByRole('row').nth(1)
  expect(plain((await line.textContent()) ?? '')).toContain('9788400000004Un libro inventado110,00 €')
  await line.getByText('Un libro inventado').click()
  await seen(line.getByText('Precio con IVA'))

  await page
    .getByRole('main')
    .getByRole('link', { name: /^Avisos/ })
    .click()
  const odd = rows(page).filter({ hasText: 'TOTALES_NO_CUADRAN' })
  expect(plain((await odd.textContent()) ?? '')).toContain('Neto: declarado 0,01 €, calculado 10,00 €.')
  await odd.getByRole('link').click()
  await page.waitForURL(/view=text&line=5/)
  const text = page.getByRole('region', { name: 'Texto del mensaje' })
  await seen(text.locator('[data-highlighted]').filter({ hasText: 'T00000001' }))
  expect(await text.getByText(/Un libro inventado/).count()).toBe(1)

  await page.getByRole('link', { name: /^Intentos/ }).click()
  await seen(page.getByRole('list', { name: 'Intentos' }).getByText('Primer proceso'))
})

longTest('the integrations tell how many messages came in, and lead to those that failed', async () => {
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

longTest('all of it fits a phone, and axe finds nothing', async () => {
  const [id = ''] = await givenFailed(1)
  const good = await trade.send(mailOf(envio({ number: 'GOOD' })))
  const odd = await trade.send(mailOf({ ...envio({ number: 'ODD' }), totals: { units: 2, netCents: 1 } }))
  const { body: replayed } = await trade.replay({ messageIds: [id], reason: 'Por probar' })
  const paths = [
    ...['/integrations', '/integrations/sinli_inbound', '/messages', `/messages/${id}?view=attempts`],
    ...[`/messages/${good.id}`, `/messages/${good.id}?view=text&line=4`, `/replays/${String(replayed['replayId'])}`],
  ]
  const page = await open('/integrations')
  for (const path of paths) {
    await page.goto(path)
    await settled(page)
    expect({ path, flaws: await flawsOf(page), english: await findEnglish(page) }).toEqual({
      path,
      flaws: [],
      english: [],
    })
  }
  const others = [
    ...['/', '/endpoints', '/incidents', '/libraries', '/customers', '/suppliers', '/operators', '/audit'],
    ...['/audit?entry=1', '/account', `/messages/${odd.id}?view=warnings`],
  ]
  for (const path of others) {
    await page.goto(path)
    await settled(page)
    expect({ path, english: await findEnglish(page) }).toEqual({ path, english: [] })
  }
  await page.goto(`/messages/${id}`)
  await page.getByRole('button', { name: 'Reprocesar…' }).click()
  await seen(page.getByRole('dialog').getByText('El mensaje no se procesaría ahora.'))
  expect(await flawsOf(page)).toEqual([])
})

/** Messages of somebody whom nobody knows yet, one after the other. */
async function givenFailed(count: number, prefix = 'N'): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    ids.push((await trade.send(mailOf(envio({ sender: newcomer, number: `${prefix}${number}` })))).id)
  }
  return ids
}

/** A page of the application, signed in by a cookie: that of the gateway's own operator, unless told otherwise. */
const open = (path: string, cookie = gateway.cookie) => openPage(gateway.url, path, cookie)

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
