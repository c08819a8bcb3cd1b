/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { flawsOf } from '../support/browser/axe.ts'
import { givenBrowser } from '../support/browser/browser.ts'
import { givenGateway, times, type GivenGateway, type Observation } from '../support/gateway.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('a bookshop is retired after its open incident was named, and the incident is resolved', async () => {
  const { id, number } = await libraryFails('EJ-001')
  const page = await open('/libraries/EJ-001')

  await page.getByRole('button', { name: 'Retirar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Su incidente abierto, el nº ${number} (fallando desde`).waitFor()
  const retire = dialog.getByRole('button', { name: 'Retirar', exact: true })
  expect(await retire.isDisabled()).toBe(true)
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByLabel('Motivo').fill('Ha cerrado.')
  await retire.click()

  await page.waitForURL('**/libraries')
  await page.getByRole('link', { name: 'Incidentes', exact: true }).waitFor()
  expect(await page.getByRole('table').getByText('EJ-001').count()).toBe(0)
  await page.goto(`/incidents/${id}`)
  await page.getByText('Lo que vigilaba se retiró.').waitFor()
})

test('before a bookshop without an incident is retired, it is said that it has none, and one can go back', async () => {
  const page = await open('/libraries/EJ-002')

  const button = page.getByRole('button', { name: 'Retirar…' })
  await button.click()
  await page.getByRole('dialog').getByText('No tiene ningún incidente abierto.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect((await gateway.data('{ library(id: "EJ-002") { id } }')).library).toEqual({ id: 'EJ-002' })
})

async function open(path: string): Promise<Page> {
  const page = await openPage(gateway.url, path, gateway.cookie)
  await page.getByText('en vivo').first().waitFor()
  return page
}

/** Long enough, and bad enough, for a bookshop to be judged Fallando; returns its incident. */
async function libraryFails(code: string): Promise<{ id: string; number: number }> {
  const failure: Observation = { kind: 'library', id: code, ok: false, durationMs: 80 }
  await gateway.pass(60)
  for (let step = 0; step < 12; step += 1) {
    await gateway.report(...times(5, failure))
    await gateway.pass(10)
  }
  return (await gateway.data('{ incidents(filter: { open: true }) { edges { node { id number } } } }')).incidents
    .edges[0].node
}
