/// <reference lib="dom" />
// cspell:ignore lector
import { BlockList, createServer, type AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { holdRequests } from '../../support/browser/graphql-request.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenMailServer } from '../../support/mail/mail-server.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { givenDestination } from '../../support/alerting/destinations.ts'
import { givenReceiver } from '../../support/alerting/receiver.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
let receiver: Awaited<ReturnType<typeof givenReceiver>>
let mail: Awaited<ReturnType<typeof givenMailServer>>
/** Response of the receiver. */
let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: 'recibido' }
beforeAll(async () => {
  receiver = await givenReceiver((response) => response.writeHead(answer.status, answer.headers).end(answer.body))
  mail = await givenMailServer()
  const outboundAllow = new BlockList()
  outboundAllow.addSubnet('127.0.0.0', 8)
  const port = await freePort()
  const publicOrigin = `http://127.0.0.1:${port}`
  gateway = await givenGateway({ config: { port, publicOrigin, outboundAllow, smtp: mail.smtp } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

test('an administrator adds a webhook and an e-mail destination, and an outage is reported, taken and resolved', async () => {
  const page = await open('/alerts')
  await page.getByText('Todavía no hay destinos').waitFor()

  const secret = await addWebhook(page)
  await addEmail(page)
  await testDestination(page, 'Guardia', '200')
  await testDestination(page, 'Equipo', '250')
  expect(await flawsOf(page)).toEqual([])

  await librariesFail()
  const opened = await until('the outage was reported', () => receiver.received[1])
  await until('the outage was mailed', () => mail.mails[1])
  const { data } = new Webhook(secret).verify(opened.body, opened.headers as Record<string, string>) as Message
  expect(data.firing[0]?.reason).toMatch(/\d+ de \d+ .*fallidas/)
  expect(mail.mails[1]?.parsed.text).toContain(data.firing[0]?.url)
  await page.goto(data.firing[0]?.url ?? '')
  await page.getByRole('region', { name: 'Avisos enviados' }).getByRole('link', { name: 'Guardia' }).waitFor()
  await page.getByRole('region', { name: 'Qué ha pasado' }).getByText('Se envió un aviso').first().waitFor()
  await page
    .getByRole('region', { name: 'Qué ha pasado' })
    .getByText(/^Guardia: intento 1, \d/)
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: /^Atender/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Soltar' }).waitFor()
  const sent = await deliveryCount()
  gateway.clock.jump(5 * 3_600_000)
  await gateway.pass(60)
  expect(await deliveryCount()).toBe(sent)

  await librariesRecover()
  await until('the end was reported', () => receiver.received.some(({ body }) => resolvedIn(body) === 1))

  await page.goto('/alerts')
  await page.getByRole('link', { name: 'Guardia' }).click()
  const log = page.getByRole('table', { name: 'Registro de envíos' })
  await log.getByText('Incidentes: 1 resuelto').waitFor()
  expect((await log.locator('tbody').getByRole('row').allInnerTexts()).map(titleIn).at(-1)).toBe('Prueba')
  await log.getByRole('button', { name: 'Ver intentos de Incidentes: 1 abierto' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('recibido').waitFor()
  await dialog.getByRole('link', { name: /^nº \d+$/ }).waitFor()
  expect(await flawsOf(page)).toEqual([])
})

test('the form of a destination shows that it loads, and then has the focus', async () => {
  const page = await open('/alerts')
  const answer = await holdRequests(page, 'AlertingSettings')
  await page.reload()
  await page.getByRole('button', { name: 'Añadir destino' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Añadir destino' })
  await dialog.locator('[aria-busy=true]').waitFor()
  answer()

  const name = dialog.getByLabel('Nombre')
  await name.waitFor()
  await until('the name has the focus', () => name.evaluate((element) => element === document.activeElement))
})

test('a message that was refused is found among the dead ones, and sent again by the keyboard', async () => {
  const { createDestination } = await gateway.data(
    'mutation ($input: DestinationInput!) { createDestination(input: $input) { destination { id } } }',
    { input: { name: 'Rechaza', target: { webhook: { url: `${receiver.url}/rechaza` } } } },
  )
  const id = createDestination.destination.id as string
  answer = { status: 500, body: 'fuera de servicio' }
  await gateway.data('mutation ($id: ID!) { testDestination(id: $id) { id } }', { id })
  answer = { status: 200, body: 'recibido' }

  const page = await open(`/alerts/${id}`)
  await page.getByLabel('Estado', { exact: true }).selectOption('No entregados (muertas)')
  await page.waitForURL('**?status=DEAD')
  const open1 = page.getByRole('button', { name: 'Ver intentos de Prueba' })
  await open1.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Prueba' })
  await dialog.getByText('fuera de servicio').waitFor()
  await dialog.getByRole('button', { name: 'Volver a enviar' }).focus()
  await page.keyboard.press('Enter')

  await until('it was sent again', () => receiver.received.filter(({ url }) => url === '/rechaza').length === 2)
  await page.getByText('Sin coincidencias').waitFor()
})

test('a signing secret is replaced, a destination is disabled and deleted, each after a question', async () => {
  await gateway.data('mutation ($input: DestinationInput!) { createDestination(input: $input) { secret } }', {
    input: { name: 'Temporal', target: { webhook: { url: receiver.url } } },
  })
  const page = await open('/alerts')
  await page.getByRole('link', { name: 'Temporal' }).click()

  await page.getByRole('button', { name: 'Cambiar el secreto…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar', exact: true }).click()
  expect(await page.getByLabel('Secreto de firma', { exact: true }).innerText()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'Ya la tengo' }).click()
  await page.getByRole('button', { name: 'Desactivar…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar', exact: true }).click()
  await page.getByText('Lo desactivó un operador.').waitFor()
  await page.getByRole('button', { name: 'Eliminar…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true }).click()

  await page.waitForURL('**/alerts')
  await page.getByRole('table', { name: 'Avisos' }).waitFor()
  expect(await page.getByRole('link', { name: 'Temporal' }).count()).toBe(0)
})

test('an administrator leaves an event out of those that a webhook gets besides incidents', async () => {
  const { createDestination } = await gateway.data(
    'mutation ($input: DestinationInput!) { createDestination(input: $input) { destination { id } } }',
    { input: { name: 'Sucesos', target: { webhook: { url: receiver.url } } } },
  )
  const page = await open(`/alerts/${createDestination.destination.id as string}`)
  await page.getByRole('button', { name: 'Editar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Mensaje SINLI fallido' }).uncheck()
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar' }).click()

  const others = 'Cliente bloqueado, Cliente desbloqueado, Reproceso terminado, Medidas interrumpidas'
  await page.getByText(others, { exact: true }).waitFor()
})

test('a reader sees the destinations in English, and is offered no change', async () => {
  const { cookie } = await givenSignedIn(gateway, 'lector')
  const page = await open('/alerts', cookie)
  await page.evaluate(() => {
    localStorage.setItem('vigia.language', 'en')
  })
  await page.reload()

  await page.getByText('Your role, reader, does not allow you to change destinations.').waitFor()
  expect(await page.getByRole('button', { name: 'Add destination' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Test / }).count()).toBe(0)
  expect(await flawsOf(page)).toEqual([])
})

test('a destination that asked for a wait says until when, in both languages, and no longer than that', async () => {
  answer = { status: 429, body: 'demasiado', headers: { 'retry-after': '3600' } }
  const id = await givenDestination(gateway, receiver.url, { name: 'Limitada' })
  await gateway.data('mutation ($id: ID!) { testDestination(id: $id) { id } }', { id })
  answer = { status: 200, body: 'recibido' }
  const page = await open(`/alerts/${id}`)

  await page.getByText('Ha pedido una espera, que dura hasta').waitFor()
  expect(await flawsOf(page)).toEqual([])
  await page.evaluate("localStorage.setItem('vigia.language', 'en')")
  await page.reload()
  await page.getByText('It asked for a wait, which lasts until').waitFor()
  await page.getByText('Messages about incidents wait for five minutes at most').waitFor()

  await gateway.pass(3_600)
  await page.reload()
  await page.getByRole('heading', { name: 'Limitada' }).waitFor()
  expect(await page.getByText('It asked for a wait').count()).toBe(0)
})

type Message = {
  data: { counts?: { resolved: number }; firing: { url: string; reason: string }[] }
}

async function open(path: string, cookie = gateway.cookie): Promise<Page> {
  const page = await openPage(gateway.url, path, cookie)
  await page
    .getByText(/^(en vivo|live)$/)
    .first()
    .waitFor()
  return page
}

/** Adds a webhook by the form, and returns its signing secret, which is shown once. */
async function addWebhook(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Añadir destino' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Guardia')
  await dialog.getByLabel('Dirección web (URL)').fill(receiver.url)
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Añadir' }).click()
  const secret = await page.getByLabel('Secreto de firma', { exact: true }).innerText()
  await page.getByRole('button', { name: 'Ya la tengo' }).click()
  return secret
}

/** Adds an e-mail destination that hears of what fails in libraries' endpoints only. */
async function addEmail(page: Page) {
  await page.getByRole('button', { name: 'Añadir destino' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Equipo')
  await dialog.getByRole('radio', { name: 'Correo electrónico' }).check()
  await dialog.getByLabel('Direcciones de correo').fill('guardia@example.org, jefa@example.org')
  await dialog.getByLabel('Incidentes de').selectOption('Elementos concretos')
  expect(await dialog.getByRole('button', { name: 'Añadir' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Elementos', { exact: true }).first().fill('admin/libraries')
  await dialog.getByRole('option', { name: 'GET /api/admin/libraries/ (Endpoint)' }).click()
  await dialog.getByRole('button', { name: /^Quitar GET \/api\/admin\/libraries\// }).waitFor()
  await dialog.getByRole('button', { name: 'Añadir' }).click()
  await page.getByRole('table').getByText('guardia@example.org').waitFor()
}

async function testDestination(page: Page, name: string, status: string) {
  await page.getByRole('button', { name: `Probar ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Prueba de ${name}` })
  await dialog.getByText('Entregado', { exact: true }).waitFor()
  await dialog.getByText(new RegExp(`^código ${status} · [\\d.]+ ms$`)).waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await dialog.waitFor({ state: 'detached' })
}

/** Long enough, and bad enough, for `GET /api/admin/libraries/` to be judged Fallando, and reported. */
async function librariesFail() {
  await gateway.pass(60)
  for (let step = 0; step < 10; step += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(10)
  }
}

/** How many messages were written for any destination. */
async function deliveryCount(): Promise<number> {
  const { destinations } = await gateway.data('{ destinations { deliveries { totalCount } } }')
  return destinations.reduce((sum: number, { deliveries }: Json) => sum + deliveries.totalCount, 0)
}

async function librariesRecover() {
  for (let step = 0; step < 45; step += 1) {
    await gateway.report(...times(9, outcome(200)))
    await gateway.pass(10)
  }
  await gateway.pass(300)
}

const resolvedIn = (body: string) => (JSON.parse(body) as Message).data.counts?.resolved

const titleIn = (row: string) => row.split(/[\t\n]+/u).find((cell) => /^(Prueba|Incidentes)/u.test(cell))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
