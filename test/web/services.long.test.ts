import type { Page } from 'playwright-core'
import { flawsOf } from '../support/browser/axe.ts'
import { givenBrowser } from '../support/browser/browser.ts'
import { findEnglish } from '../support/browser/english.ts'
import { givenGateway, outcome, type GivenGateway } from '../support/gateway.ts'
import { pressSequence } from '../support/browser/keyboard.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { until } from '../support/until.ts'
import { givenServiceToken, requestsWith } from '../support/auth/tokens.ts'
import { givenService, passReporting } from '../support/monitoring/services.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('an administrator gives a service a token, and replaces it while both are valid', async () => {
  const page = await openPage(gateway.url, '/', gateway.cookie)
  await page.getByText('en vivo').first().waitFor()
  await pressSequence(page, 'g', 's')
  await page.getByText('Ningún servicio tiene una clave propia').waitFor()
  expect(await findEnglish(page)).toEqual([])

  const oldSecret = await create(page)
  const first = requestsWith(gateway.url, oldSecret)
  expect((await first.post('/ingest/v1/observations', { observations: [outcome(200)] })).status).toBe(202)
  const second = requestsWith(gateway.url, await replace(page))
  expect((await second.get('/ingest/v1/whoami')).status).toBe(200)
  const services = await gateway.db.service.findMany({ where: { name: 'Pedidos' } })
  expect(services).toMatchObject([{ intervalSeconds: 60 }])
  await page.reload()
  await page.getByText('2 claves').waitFor()
  const unusedRows = rows(page).filter({ hasText: 'Sin usar' })
  expect(await rows(page).count()).toBe(2)
  expect(await unusedRows.count()).toBe(0)
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  const old = rows(page).filter({ hasText: `${oldSecret.slice(0, 8)}…` })
  await old.getByRole('button', { name: /^Revocar la clave/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar', exact: true }).press('Enter')

  await page.getByText('1 clave', { exact: true }).waitFor()
  expect((await first.get('/ingest/v1/whoami')).status).toBe(401)
  expect((await second.get('/ingest/v1/whoami')).status).toBe(200)
})

test('what was entered for a token that was not created is gone with the form', async () => {
  await using gateway = await givenGateway()
  await givenService(gateway, 'Pedidos', 10)
  const page = await openPage(gateway.url, '/services', gateway.cookie)
  const form = page.getByRole('dialog', { name: 'Crear una clave de servicio' })
  const isSame = form.getByRole('checkbox', { name: /^Es del mismo servicio/ })
  const open = async () => {
    await page.getByRole('button', { name: 'Crear clave de servicio…' }).press('Enter')
    await form.getByLabel('Nombre').fill('Pedidos')
  }
  await open()
  await isSame.press('Space')
  await form.getByLabel('Quién envía').selectOption('Un guion o programa propio')

  await form.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await form.waitFor({ state: 'detached' })

  await open()
  expect(await isSame.isChecked()).toBe(true)
})

test('an operator who only reads the wall learns of a service that stopped, and its page and those of its subjects say so', async () => {
  await using gateway = await givenGateway()
  const service = await givenService(gateway, 'Pedidos', 10)
  const { key, name } = await gateway.db.subject.findFirstOrThrow({ where: { kind: 'LIBRERIAS' } })
  await passReporting(gateway, 60, [[service, { kind: 'library', id: key, ok: true, durationMs: 20 }]])
  const { cookie } = await givenSignedIn(gateway, 'operador')
  const page = await openPage(gateway.url, '/?pared=true', cookie)
  await page.getByText('en vivo').first().waitFor()
  expect(await page.getByRole('list', { name: 'Servicios callados' }).count()).toBe(0)

  await gateway.pass(90)

  const silent = page.getByRole('list', { name: 'Servicios callados' })
  await silent.getByText(/^Pedidos: callado desde /).waitFor()
  await silent.getByText(/^Ningún servicio vigilado informa desde /).waitFor()
  await page
    .getByRole('region', { name: 'Qué está fallando' })
    .getByText(/Pedidos/)
    .waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  await page.goto('/')
  const notice = page.getByRole('main').getByRole('alert')
  await notice.getByText(/^Pedidos: callado desde /).waitFor()
  expect(await page.getByText('Todo en orden').count()).toBe(0)
  expect(await flawsOf(page)).toEqual([])
  await page.goto(`/libraries/${key}`)
  await page.getByRole('heading', { name }).waitFor()
  await page
    .getByText(/su servicio, Pedidos, informó por última vez el /)
    .first()
    .waitFor()
  await page.getByText(/^Última muestra /).waitFor()
  expect(await flawsOf(page)).toEqual([])
  await page.goto(`/integrations/service_${service.id}`)
  const facts = page.getByRole('region', { name: 'Servicio' })
  await facts.getByText('más de 1 min 10 s').waitFor()
  await page
    .getByText(/^No informa desde hace \d+ s; debe informar cada 10 s\.$/)
    .first()
    .waitFor()
  await page.getByRole('table', { name: 'Lo que observa' }).getByText(name).waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await flawsOf(page)).toEqual([])
})

test('an administrator states by keyboard how often a service reports, from what it was seen to do, and takes it back', async () => {
  await using gateway = await givenGateway()
  const service = await givenService(gateway, 'Pedidos')
  await passReporting(gateway, 20, [service])
  const page = await openPage(gateway.url, '/', gateway.cookie)
  await page.getByRole('link', { name: '1 servicio sin vigilar' }).press('Enter')
  await page.getByRole('table', { name: 'Servicios' }).getByRole('link', { name: 'Pedidos' }).press('Enter')
  const facts = page.getByRole('region', { name: 'Servicio', exact: true })
  await facts.getByText('sin vigilar', { exact: true }).waitFor()

  await facts.getByRole('button', { name: 'Vigilar…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Vigilar Pedidos' })
  await dialog.getByText(/^En los últimos 7 días /).waitFor()
  await dialog.getByLabel('Informa cada (segundos)').fill('30')
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Vigilar', exact: true }).press('Enter')
  await facts.getByText('cada 30 s').waitFor()

  await facts.getByRole('button', { name: 'No vigilar…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'No vigilar', exact: true }).press('Enter')
  await facts.getByText('sin vigilar', { exact: true }).waitFor()
})

test('the page of a service says what is refused, that several send with its token, and when that expires', async () => {
  await using gateway = await givenGateway()
  const service = await givenService(gateway, 'Pedidos', 10)
  await passReporting(gateway, 20, [service])
  const names = { pedidos: gateway.clock.now(), envios: gateway.clock.now() }
  await gateway.db.service.update({ where: { id: service.id }, data: { names } })
  const inDays = (days: number) => new Date(gateway.clock.now() + days * 86_400_000)
  const validity = { createdAt: inDays(-90), expiresAt: inDays(3) }
  await gateway.db.apiToken.updateMany({ where: { serviceId: service.id }, data: validity })
  await service.post('/ingest/v1/observations', { observaciones: [] })
  await gateway.pass(10)
  const page = await openPage(gateway.url, `/integrations/service_${service.id}`, gateway.cookie)

  for (const notice of [
    /^Peticiones rechazadas desde su último informe: 1, la última .*: todo se rechaza: /,
    'Con su clave envían varios servicios: envios, pedidos. Para vigilar cada uno hace falta una clave por servicio.',
    /^Su clave caduca el /,
  ])
    await page.getByText(notice).waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  await page.goto('/services')
  await page
    .getByRole('table', { name: 'Servicios' })
    .getByText(/^Su clave caduca el /)
    .waitFor()
})

test('what is sent with each token is listed, and what of it is refused', async () => {
  await using gateway = await givenGateway()
  const { token } = await givenServiceToken(gateway, ['ingest:observations'], 'Pedidos')
  await givenSource(gateway, token.serviceId)
  const page = await openPage(gateway.url, '/services', gateway.cookie)

  const row = rows(page).filter({ hasText: 'Pedidos' })
  for (const part of [
    '2 librerías',
    'Formato de Vigía, OpenTelemetry',
    '1 identificador sin reconocer',
    '312 datos rechazados: su reloj va más de un minuto adelantado',
    '1 dato rechazado: son del entorno PRE',
  ])
    await row.getByText(part).waitFor()
  await page.getByRole('table', { name: 'Servicios' }).getByText('sin vigilar').waitFor()
  await page.getByRole('table', { name: 'Identificadores sin reconocer' }).getByText('EJ-999').waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
})

test('INGEST_TOKEN is listed once it was heard, and every unknown key is found, on a phone too', async () => {
  await using gateway = await givenGateway()
  const page = await openPage(gateway.url, '/services', gateway.cookie)
  await page.getByText('Ningún servicio tiene una clave propia').waitFor()

  await gateway.report(outcome(200))
  await gateway.pass(10)
  await gateway.db.unmatchedSubject.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      ...{ sourceId: 'INGEST_TOKEN', kind: 'LIBRERIAS' as const, key: `EJ-X${index}`, count: index + 1 },
      lastAt: new Date(gateway.clock.now() - index * 1_000),
    })),
  })
  await page.reload()

  const row = rows(page).filter({ hasText: 'INGEST_TOKEN' })
  for (const part of ['1 endpoint', 'Formato de Vigía', '120 identificadores sin reconocer'])
    await row.getByText(part).waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const keys = page.getByRole('table', { name: 'Identificadores sin reconocer' })
  await keys.getByText('EJ-X0', { exact: true }).waitFor()
  expect(await flawsOf(page)).toEqual([])
  const last = keys.getByText('EJ-X119', { exact: true })
  await until('the last key is shown', async () => {
    await page.keyboard.press('End')
    return await last.isVisible()
  })
})

test('in English too', async () => {
  const page = await openPage(gateway.url, '/services', gateway.cookie)
  await page.evaluate("localStorage.setItem('vigia.language', 'en')")
  await page.reload()
  await page.getByRole('button', { name: 'Create service token…' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'SINLI messages' }).waitFor()
})

test('every role finds the services from any page, without their tokens', async () => {
  await using gateway = await givenGateway()
  const service = await givenService(gateway, 'Pedidos', 10)
  await passReporting(gateway, 20, [service])
  const { cookie } = await givenSignedIn(gateway, 'lector')
  const page = await openPage(gateway.url, '/integrations', cookie)
  await page.getByRole('navigation').getByRole('link', { name: 'Servicios' }).press('Enter')
  const row = page.getByRole('table', { name: 'Servicios' }).getByRole('row').filter({ hasText: 'Pedidos' })
  await row.getByText('cada 10 s').waitFor()
  await page.getByText('Tu rol, lector, no permite ver ni cambiar las claves de los servicios.').waitFor()
  expect(await page.getByRole('button', { name: /clave|OpenAPI/ }).count()).toBe(0)
  expect(await page.getByRole('table').count()).toBe(1)
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  await row.getByRole('link', { name: 'Pedidos' }).press('Enter')
  await page.getByRole('region', { name: 'Servicio', exact: true }).getByText('más de 1 min 10 s').waitFor()
  expect(await page.getByRole('button', { name: /vigilar/i }).count()).toBe(0)
})

test('an administrator imports an OpenAPI document after a look at what it would do, and replaces it from the inventory', async () => {
  const page = await openPage(gateway.url, '/services', gateway.cookie)
  const button = page.getByRole('button', { name: 'Importar OpenAPI…' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Importar los endpoints de un servicio' })
  await dialog.getByText('Falta el nombre del servicio.').waitFor()
  await page.keyboard.type('tienda')
  await dialog.getByText('Falta el documento.').waitFor()
  const field = dialog.getByLabel('Documento OpenAPI')
  await field.fill('openapi: 3.1.0\npaths: {}')
  await dialog.getByText(/^Es YAML, y aquí hace falta JSON/).waitFor()
  expect(await flawsOf(page)).toEqual([])

  await field.fill(JSON.stringify(documentOf({ '/api/admin/search': {}, '/api/admin/cajas': {} })))
  await dialog.getByRole('button', { name: 'Comprobar' }).press('Enter')
  await dialog.getByText('GET /api/admin/search/ es de la propia Vigía.').waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  const document = documentOf({ '/api/admin/cajas': { tags: ['Inventario'] }, '/api/admin/bultos': {}, '/salud': {} })
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'tienda.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify(document)),
  })
  await dialog.getByText(/^tienda\.json/).waitFor()
  await dialog.getByRole('button', { name: 'Comprobar' }).press('Enter')
  await dialog.getByRole('heading', { name: 'tienda: cambiarían 2 endpoints.' }).waitFor()
  await dialog.getByRole('region', { name: 'Aparecerían: 2' }).getByText('GET /api/admin/cajas/').waitFor()
  await dialog
    .getByRole('region', { name: /omiten: 1$/ })
    .getByText('La ruta no empieza por /api/admin/.')
    .waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  expect(await gateway.db.endpoint.count({ where: { service: 'tienda' } })).toBe(0)
  await dialog.getByRole('button', { name: 'Importar', exact: true }).press('Enter')
  await dialog.getByRole('heading', { name: 'Importado: tienda tiene 2 endpoints.' }).waitFor()
  await dialog.getByRole('link', { name: 'Ver sus endpoints' }).press('Enter')
  await page.waitForURL(/service=tienda/)
  const inventory = page.getByRole('region', { name: 'Inventario' })
  await inventory.getByText('2 endpoints', { exact: true }).waitFor()

  await page.setViewportSize({ width: 360, height: 800 })
  await button.press('Enter')
  expect(await dialog.getByLabel('Servicio', { exact: true }).inputValue()).toBe('tienda')
  await field.fill(JSON.stringify(documentOf({ '/api/admin/cajas': { 'x-vigia-critical': true } })))
  await dialog.getByRole('button', { name: 'Comprobar' }).press('Enter')
  await dialog.getByRole('region', { name: 'Se retirarían: 1' }).getByText('GET /api/admin/bultos/').waitFor()
  await dialog.getByText('área: inventario → ninguna; pasa a ser crítico').waitFor()
  expect(await flawsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await dialog.getByRole('button', { name: 'Importar', exact: true }).press('Enter')
  await dialog.getByRole('heading', { name: 'Importado: tienda tiene 1 endpoint.' }).waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().press('Enter')
  await inventory.getByText('1 endpoint', { exact: true }).waitFor()
})

test('an administrator retires by keyboard what a document that seems incomplete left out', async () => {
  const endpointsOf = async (...names: string[]) => {
    const answer = await fetch(`${gateway.url}/ingest/v1/services/tiendas/endpoints`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${gateway.ingestToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(names.map((name) => ({ method: 'GET', path: `/api/admin/${name}` }))),
    })
    expect(answer.status).toBe(200)
  }
  await endpointsOf('muelles', 'palets', 'rutas')
  await endpointsOf('rutas')
  const page = await openPage(gateway.url, '/services', gateway.cookie)
  const section = page.getByRole('region', { name: 'Retiradas por confirmar' })
  await section.getByText('GET /api/admin/muelles/').waitFor()
  await section.getByText('GET /api/admin/palets/').waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  await section.getByRole('button', { name: 'Retirar los que faltan de tiendas' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '¿Retirar 2 endpoints de tiendas?' })
  await dialog.getByText('Dejan de evaluarse').waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).press('Enter')

  await section.waitFor({ state: 'detached' })
  const inUse = { service: 'tiendas', subject: { retiredAt: null } }
  expect(await gateway.db.endpoint.findMany({ where: inUse })).toMatchObject([{ path: '/api/admin/rutas/' }])
})

/** An OpenAPI document in which each of these paths has one operation. */
const documentOf = (paths: Record<string, object>) => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(Object.entries(paths).map(([path, operation]) => [path, { get: operation }])),
})

/** Makes a service one that sent every 30 seconds, also what was refused. */
async function givenSource({ db, clock }: GivenGateway, id: string | null) {
  const at = new Date(clock.now())
  const libraries = await db.subject.findMany({ where: { kind: 'LIBRERIAS' }, take: 2 })
  await db.service.update({
    where: { id: id ?? '' },
    data: {
      ...{ lastHeardAt: at, lastReportAt: at, lastOwnAt: at, lastOtlpAt: at },
      subjects: { create: libraries.map((library) => ({ subjectId: library.id, lastAt: at, reportedAt: at })) },
      unmatched: { create: { kind: 'LIBRERIAS', key: 'EJ-999', count: 3, lastAt: at } },
      refused: {
        create: [
          { reason: 'CLOCK_AHEAD', count: 312, lastAt: at },
          { reason: 'ENVIRONMENT', count: 1, lastAt: at, environment: 'PRE' },
        ],
      },
    },
  })
}

/** Creates the first token of the service Pedidos, which reports every minute, and returns its text. */
async function create(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Crear clave de servicio…' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Crear una clave de servicio' })
  await form.getByLabel('Nombre').fill('Pedidos')
  await form.getByRole('checkbox', { name: /^Observaciones/ }).press('Space')
  await form.getByText('Falta quién envía.').waitFor()
  await form.getByLabel('Quién envía').selectOption('Un guion o programa propio')
  expect(await form.getByLabel('Informa cada (segundos)').inputValue()).toBe('60')
  expect(await flawsOf(page)).toEqual([])
  return await confirm(page, 'while sleep 60')
}

/** Creates another token of the service Pedidos in place of the only one, and returns its text. */
async function replace(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Sustituir la clave «Pedidos»/ }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Crear una clave de servicio' })
  expect(await form.getByRole('checkbox', { name: /^Es del mismo servicio/ }).isChecked()).toBe(true)
  return await confirm(page, 'whoami')
}

async function confirm(page: Page, example: string): Promise<string> {
  const form = page.getByRole('dialog', { name: 'Crear una clave de servicio' })
  await form.getByRole('button', { name: 'Crear clave', exact: true }).press('Enter')
  const told = page.getByRole('dialog', { name: 'Clave «Pedidos»' })
  const secret = await told.getByLabel('Clave', { exact: true }).textContent()
  await told.getByText(example).waitFor()
  await told.getByRole('button', { name: 'Ya la tengo' }).press('Enter')
  await told.waitFor({ state: 'hidden' })
  return secret ?? ''
}

const rows = (page: Page) => page.getByRole('table', { name: 'Claves' }).locator('tbody').getByRole('row')
