import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenHeartbeat } from '../../support/monitoring/heartbeats.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('an administrator creates a scheduled job by keyboard, puts its line into a crontab, and changes its address', async () => {
  const page = await openPage(gateway.url, '/integrations', gateway.cookie)
  await page.getByText('No hay tareas programadas').waitFor()
  await page.getByRole('button', { name: 'Nueva tarea programada…' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Nueva tarea programada' })
  await form.getByLabel('Nombre').fill('Copia nocturna')
  const summerTime = form.getByRole('status').getByText('pasa una hora más entre dos ejecuciones')
  expect(await summerTime.count()).toBe(0)
  await form.getByLabel('Puede retrasarse', { exact: true }).fill('1')
  await summerTime.waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  await form.getByLabel('Se ejecuta cada', { exact: true }).fill('5')
  await form.getByLabel('Se ejecuta cada: unidad').selectOption('minutes')
  await summerTime.waitFor({ state: 'hidden' })
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Crear tarea' }).press('Enter')
  const first = await readAddress(page)
  await rowOf(page).getByText('cada 5 min, con 1 h de margen').waitFor()
  await rowOf(page).getByText('Nunca recibida').waitFor()

  const message = encodeURIComponent('copiados 1.204 títulos')
  expect((await fetch(`${first}?status=down&ms=90000&msg=${message}`)).status).toBe(204)
  await page.reload()
  for (const part of ['Terminó mal', 'duró 1 min', 'copiados 1.204 títulos'])
    await rowOf(page).getByText(part).waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  await rowOf(page).getByRole('button', { name: 'Cambiar la dirección de «Copia nocturna»' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar', exact: true }).press('Enter')
  const second = await readAddress(page)
  expect((await fetch(first)).status).toBe(404)
  expect((await fetch(second)).status).toBe(204)
})

test('a job is changed, paused and resumed, on a phone too', async () => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  const { id, heartbeat } = await givenHeartbeat(gateway)
  const page = await openPage(gateway.url, `/integrations/${heartbeat['integration'].id}`, gateway.cookie)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Editar la tarea «Copia nocturna»' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nombre').fill('Copia semanal')
  await form.getByLabel('Se ejecuta cada', { exact: true }).fill('7')
  await form.getByLabel('Se ejecuta cada: unidad').selectOption('days')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('cada 7 d, con 1 min de margen').waitFor()
  expect(await flawsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Retirar…' }).click()
  await page.getByRole('dialog').getByLabel('Motivo').fill('Fuera de temporada')
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar', exact: true }).click()
  await page.getByText('En pausa').waitFor()
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Reanudar «Copia semanal»' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reanudar', exact: true }).click()
  await page.getByText('En pausa').waitFor({ state: 'hidden' })
  expect(await gateway.db.subject.findFirst({ where: { heartbeat: { id } } })).toMatchObject({ retiredAt: null })
})

test('in English too; who is no administrator sees the jobs and changes none', async () => {
  const { cookie } = await givenSignedIn(gateway, 'operador')
  const page = await openPage(gateway.url, '/integrations', cookie)
  await page.evaluate("localStorage.setItem('vigia.language', 'en')")
  await page.reload()
  await page.getByRole('heading', { name: 'Scheduled jobs' }).waitFor()
  expect(await page.getByRole('button', { name: 'New scheduled job…' }).count()).toBe(0)
})

/** Reads the address from its dialog, whose line for the crontab has it too, and closes the dialog. */
async function readAddress(page: Page): Promise<string> {
  const told = page.getByRole('dialog', { name: 'Dirección de «Copia nocturna»' })
  const address = (await told.getByLabel('Dirección', { exact: true }).textContent()) ?? ''
  await told.getByText(`*/5 * * * * /usr/local/bin/backup && curl`).waitFor()
  await told.getByText(`-X POST "${address}"`).waitFor()
  await told.getByRole('button', { name: 'Copiar la línea' }).waitFor()
  await told.getByRole('button', { name: 'Ya la tengo' }).press('Enter')
  await told.waitFor({ state: 'hidden' })
  return address
}

const rowOf = (page: Page) =>
  page.getByRole('table', { name: 'Tareas programadas' }).getByRole('row').filter({ hasText: 'Copia nocturna' })
