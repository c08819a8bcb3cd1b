/// <reference lib="dom" />
// cspell:ignore lector
import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenIntegrations, reportIntegrations, setUpstream } from '../../support/monitoring/integrations.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
let operador: string
beforeAll(async () => {
  gateway = await givenGateway()
  operador = (await givenSignedIn(gateway, 'operador')).cookie
})
afterAll(() => gateway[Symbol.asyncDispose]())

const endpoint = `/endpoints/${encodeURIComponent('GET /api/admin/libraries/')}`

test('an operator plans maintenance by the keyboard, and an outage meanwhile is shown apart and does not count', async () => {
  const page = await open('/maintenance', operador)
  await page.getByText('No hay ningún mantenimiento planificado').waitFor()
  await page.getByRole('button', { name: 'Planificar…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Cambio de disco')
  await dialog.getByLabel('Elementos', { exact: true }).first().fill('admin/libraries')
  const found = dialog.getByRole('listbox').getByRole('option')
  await until('the search has narrowed the list', async () => (await found.count()) === 1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Quitar GET /api/admin/libraries/' }).waitFor()
  await dialog.getByLabel('Empieza').fill(local(gateway.clock.now() - 60_000))
  await dialog.getByLabel('Termina').fill(local(gateway.clock.now() + 7_200_000))
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Planificar' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })

  await librariesFail()

  const planned = page.getByRole('table', { name: 'Mantenimiento' })
  await planned.getByText('En curso').waitFor()
  await page
    .getByRole('region', { name: 'Próximos 31 días' })
    .getByRole('img', { name: /^1 ventana, próxima: / })
    .waitFor()
  const suppressed = page.getByRole('region', { name: 'Incidentes en mantenimiento' })
  await suppressed.getByRole('link', { name: 'GET /api/admin/libraries/' }).waitFor()
  await page.getByRole('button', { name: 'Notificaciones: 0' }).waitFor()
  expect(await flawsOf(page)).toEqual([])
  await page.goto('/')
  await page
    .getByRole('region', { name: 'En mantenimiento' })
    .getByRole('link', { name: 'GET /api/admin/libraries/' })
    .click()
  await page.getByText('Cambio de disco (Una operador). No cuenta ni se avisa mientras dure.').waitFor()

  await page.goto('/maintenance')
  await planned.getByRole('button', { name: 'Terminar el mantenimiento «Cambio de disco»' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar', exact: true }).click()
  await planned.getByText('Terminado').waitFor()
  await gateway.report(...times(5, outcome(500)))
  await gateway.pass(20)
  await page.getByRole('button', { name: 'Notificaciones: 1' }).waitFor()
})

test('maintenance that recurs every week is planned from plain choices, and said in words', async () => {
  const page = await open('/maintenance', operador)
  await page.getByRole('button', { name: 'Planificar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Afecta a').selectOption('Todo')
  await dialog.getByLabel('Motivo').fill('Copia semanal')
  await dialog.getByLabel('Empieza').fill('2027-01-04T02:00')
  await dialog.getByLabel('Termina').fill('2027-01-04T04:00')
  await dialog.getByLabel('Zona horaria').selectOption('Atlantic/Canary')
  await dialog.getByLabel('Se repite').selectOption('Cada semana')
  expect(await dialog.getByRole('checkbox', { name: 'lunes' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'jueves' }).check()
  await dialog.getByRole('button', { name: 'Planificar' }).click()

  await page.getByText('cada semana: lunes y jueves, hora de Atlantic/Canary').waitFor()
  const { maintenances } = await gateway.data('{ maintenances { reason startsAt recurrence zone } }')
  expect(maintenances).toContainEqual({
    reason: 'Copia semanal',
    startsAt: '2027-01-04T02:00:00.000Z',
    recurrence: 'FREQ=WEEKLY;BYDAY=MO,TH',
    zone: 'Atlantic/Canary',
  })
})

test('the alerts about an incident are muted with a reason, listed, and heard again', async () => {
  const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
  const page = await open(`/incidents/${incidents.edges[0].node.id}`, operador)
  await page.getByText('No se ha avisado a nadie.').waitFor()
  await page.getByRole('button', { name: 'Silenciar avisos…' }).click()
  await page.getByRole('dialog').getByLabel('Motivo').fill('Ya lo sabe el proveedor')
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Silenciar', exact: true }).click()
  const muted = page.getByRole('region', { name: 'Avisos enviados' })
  await muted.getByText(/^Silenciado\. Hasta .+, por Una operador: Ya lo sabe el proveedor$/).waitFor()

  await page.goto('/maintenance')
  const mutes = page.getByRole('region', { name: 'Avisos silenciados' })
  await mutes.getByText('Ya lo sabe el proveedor').waitFor()
  await mutes.getByRole('button', { name: 'Volver a avisar de GET /api/admin/libraries/' }).click()

  await mutes.getByText('No hay nada silenciado.').waitFor()
})

test('an administrator sets what an endpoint depends on, and a reader sees it but changes nothing', async () => {
  const page = await open(endpoint)
  const dependencies = page.getByRole('region', { name: 'Dependencias' })
  await dependencies.getByRole('button', { name: 'Editar las dependencias' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Depende de').first().fill('sinli')
  await dialog
    .getByRole('option', { name: /SINLI.* \(Integración\)$/i })
    .first()
    .click()
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dependencies.getByRole('link', { name: /SINLI/i }).waitFor()

  const { cookie } = await givenSignedIn(gateway, 'lector')
  const theirs = await open(endpoint, cookie)
  await theirs.getByRole('region', { name: 'Dependencias' }).getByRole('link', { name: /SINLI/i }).waitFor()
  expect(await theirs.getByRole('button', { name: 'Editar las dependencias' }).count()).toBe(0)
  await theirs.goto('/maintenance')
  await theirs.getByText('Tu rol, lector, no permite planificar mantenimientos.').waitFor()
  expect(await theirs.getByRole('button', { name: 'Planificar…' }).count()).toBe(0)
})

test('the page of a suppressed incident says when its reason ended, and when it counts', async () => {
  const [upstream = '', key = ''] = await givenIntegrations(gateway, 2)
  await setUpstream(gateway, key, [upstream])
  await reportIntegrations(gateway, 30, { [upstream]: false, [key]: false })
  const { number, id } = await gateway.db.incident.findFirstOrThrow({ where: { subject: { key } } })
  const page = await open(`/incidents/${id}`)
  const says = (ending: string) => page.getByText(new RegExp(`^Suprimido por el incidente .+ ${ending}$`)).waitFor()
  await says('No cuenta ni se avisa mientras dure\\.')

  const isWaiting = async () => (await gateway.db.incident.findUniqueOrThrow({ where: { id } })).reasonEndedAt !== null
  while (!(await isWaiting())) await reportIntegrations(gateway, 10, { [upstream]: true, [key]: false })

  const ended = String.raw`Eso ya no lo explica desde (?:.+, )?\d\d:\d\d: contará`
  await says(`${ended}, como pronto, dos minutos después, si no se ha recuperado\\.`)
  expect(await flawsOf(page)).toEqual([])
  expect(await findEnglish(page)).toEqual([])
  const list = await open('/incidents?situation=suppressed')
  await list
    .getByRole('row')
    .filter({ hasText: `nº ${number} ` })
    .getByText('Aún suprimido')
    .waitFor()

  await gateway.db.incident.update({ where: { id }, data: { noData: true } })
  await page.reload()
  await says(`${ended} dos minutos después de que vuelvan a llegar datos, si no se ha recuperado\\.`)
})

async function open(path: string, cookie = gateway.cookie): Promise<Page> {
  const page = await openPage(gateway.url, path, cookie)
  await page.getByText('en vivo').first().waitFor()
  return page
}

/** Long enough, and bad enough, for `GET /api/admin/libraries/` to be judged Fallando. */
async function librariesFail() {
  await gateway.pass(60)
  for (let step = 0; step < 6; step += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(10)
  }
}

/** Madrid time as a field for a date and time takes it. */
const local = (ms: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid', dateStyle: 'short', timeStyle: 'short' })
    .format(ms)
    .replace(' ', 'T')
