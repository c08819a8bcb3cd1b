/// <reference lib="dom" />
// cspell:ignore lector
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, times, type GivenGateway } from '../../support/gateway.ts'
import { envio, givenTrade, mailOf, supplier } from '../../support/sinli/inbound.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

const code = 'nueva'
const sinliId = 'LIB00077'
const path = `/onboarding/${code}`

let gateway: GivenGateway
let operador: string
let lector: string
beforeAll(async () => {
  gateway = await givenGateway({
    config: { sampleData: false, sessionIdleMinutes: 7 * 24 * 60 },
    resolveMx: () => Promise.resolve([{ exchange: 'mx.example.org', priority: 10 }]),
  })
  operador = (await givenSignedIn(gateway, 'operador')).cookie
  lector = (await givenSignedIn(gateway, 'lector')).cookie
  const trade = givenTrade(gateway)
  await trade.registerSupplier(supplier)
  for (const number of ['N1', 'N2']) await trade.send(mailOf(envio({ number, receiver: sinliId })))
})
afterAll(() => gateway[Symbol.asyncDispose]())

const open = (where: string, cookie = operador) => openPage(gateway.url, where, cookie)

const register = () =>
  givenTrade(gateway).put(`/ingest/v1/libraries/${code}`, {
    name: 'Librería nueva',
    sinliId,
    email: 'hola@nueva.example.org',
    city: 'Villaejemplo',
    province: 'Ejemplares',
    updatedAt: new Date(gateway.clock.now() - 20 * 86_400_000).toISOString(),
  })

test('a SINLI id that nobody is registered with is listed with its count, and with its name once it is registered', async () => {
  const page = await open('/onboarding')
  await page.getByRole('link', { name: 'Sin registrar' }).press('Enter')
  const table = page.getByRole('table', { name: 'Sin registrar' })
  const row = table.getByRole('row', { name: new RegExp(sinliId, 'u') })
  await row.getByText('Nadie todavía').waitFor()
  const tabs = page.getByRole('navigation', { name: 'Partes de las altas' })
  expect(await tabs.locator('[aria-current]').allTextContents()).toEqual(['Sin registrar'])
  expect(await row.getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining([sinliId, 'Mensajes SINLI', 'ENVIO', '2']),
  )
  expect(await flawsOf(page)).toEqual([])

  await register()
  await page.reload()

  await row.getByRole('link', { name: 'Librería nueva' }).waitFor()
  await row.getByRole('button', { name: 'Reprocesar los 2…' }).waitFor()
})

test('the board shows it with what is missing next, and its tests begin', async () => {
  const page = await open('/onboarding?stalled=14')
  const requested = page.getByRole('region', { name: 'Solicitada' })
  await requested.getByText('Falta: Correo').waitFor()
  await requested.getByText('Lleva 20 d', { exact: false }).waitFor()
  await page.getByRole('region', { name: 'En pruebas' }).getByText('Ninguna librería.').waitFor()
  expect(await flawsOf(page)).toEqual([])
  await requested.getByRole('link', { name: 'Librería nueva' }).press('Enter')

  await page.getByRole('button', { name: 'Empezar las pruebas' }).press('Enter')

  await page.getByText('En pruebas desde hace').waitFor()
  await page.getByText('La lleva Una operador').waitFor()
})

test('its e-mail is checked, a step is ticked, and one is waived with a reason', async () => {
  const page = await open(path)
  const step = (name: string) => page.getByRole('listitem', { name, exact: true })
  await page.getByRole('button', { name: 'Comprobar: Correo' }).press('Enter')
  await step('Correo').getByText('nueva.example.org recibe correo en mx.example.org', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Marcar: Contrato' }).press('Enter')
  await step('Contrato').getByText('Hecho').waitFor()

  await page.getByRole('button', { name: 'Dispensar: Formación' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Ya conocen la plataforma')
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Dispensar' }).press('Enter')

  await step('Formación').getByText('Dispensado: Ya conocen la plataforma').waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('the messages that wait for it are reprocessed from its page', async () => {
  const page = await open(path)
  await page.getByRole('button', { name: 'Reprocesar los 2…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Por qué se reprocesa').fill('Ya está registrada')
  await dialog.getByRole('button', { name: 'Reprocesar 2 mensajes' }).press('Enter')

  await until('both messages are processed', async () => (await gateway.db.sinliDocument.count()) === 2)
  const pending = page.getByRole('listitem', { name: 'Pendientes', exact: true, includeHidden: true })
  await pending.getByText('Hecho').waitFor()
  const first = page.getByRole('listitem', { name: 'Primer mensaje', exact: true, includeHidden: true })
  await first.getByText('× 2', { exact: false }).waitFor()
})

test('once nothing is missing it is activated, and later it leaves with a reason', async () => {
  for (const step of ['CUSTOMERS', 'FISCAL_DATA'])
    await gateway.data(
      `mutation { waiveOnboardingStep(input: { libraryCode: "${code}", step: ${step}, reason: "A trial." }) {
        onboarding { id } } }`,
    )
  await gateway.report(...times(20, { kind: 'library', id: code, ok: true, durationMs: 30 }))
  await gateway.pass(20)
  const subject = { kind_key: { kind: 'LIBRERIAS' as const, key: code } }
  await gateway.db.subject.update({
    where: subject,
    data: { state: 'OPERATIVO', stateSince: new Date(gateway.clock.now() - 73 * 3_600_000) },
  })
  const page = await open(path)

  await page.getByRole('button', { name: 'Activar: Estable' }).press('Enter')
  await page.getByText('Activa desde hace').waitFor()
  await page.getByRole('button', { name: 'Dar de baja…' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Motivo').fill('Cierra')
  await page.getByRole('dialog').getByRole('button', { name: 'Dar de baja' }).press('Enter')

  await page.getByText('De baja desde hace').waitFor()
  expect(await gateway.db.subject.findUnique({ where: subject })).toMatchObject({ retiredAt: expect.any(Date) as Date })
})

test('the stages outside the board are links with how many bookshops they have', async () => {
  const page = await open('/onboarding')
  const stages = page.getByRole('navigation', { name: 'Etapas' })
  await stages.getByRole('link', { name: 'Solicitadas y en pruebas 0' }).waitFor()
  await stages.getByRole('link', { name: 'Rechazada 0' }).waitFor()
  await stages.getByRole('link', { name: 'De baja 1' }).press('Enter')

  await page.getByRole('region', { name: 'De baja' }).getByRole('link', { name: 'Librería nueva' }).waitFor()
  expect(await stages.locator('[aria-current]').allTextContents()).toEqual(['De baja 1'])
})

test('a reader sees all of it, on a phone too, and is offered no change', async () => {
  const page = await open(path, lector)
  for (const [where, shown] of [
    ['/onboarding?stage=BAJA', 'Librería nueva'],
    [path, 'De baja desde hace'],
    ['/onboarding?tab=unknown', 'Nadie sin registrar'],
  ] as const) {
    await page.goto(where)
    await page.getByText(shown).first().waitFor()
    expect(await flawsOf(page)).toEqual([])
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /Dispensar|Marcar|Comprobar|lleva/u })
        .count(),
    ).toBe(0)
  }
})
