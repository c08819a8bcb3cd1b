/// <reference lib="dom" />
// cspell:ignore lector
import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, supplier } from '../../support/sinli/inbound.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'

const { openPage } = await givenBrowser()

/** More than a page of the list holds. */
const others = 55

let gateway: GivenGateway
let message: { id: string }
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await trade.registerSupplier(supplier)
  for (let index = 0; index < others; index += 1) await trade.registerSupplier(`EDI${String(index).padStart(5, '0')}`)
  message = await trade.send(mailOf(envio({ number: 'FROM' })))
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('the suppliers are listed page by page, and found by their name or SINLI id', async () => {
  const page = await open('/suppliers')

  await page.getByText(`${others + 1} proveedores`, { exact: true }).waitFor()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Proveedor', 'SINLI', 'Actualizado'])
  expect(await rows(page).count()).toBe(50)
  // The next page is read before the end of the list is in sight.
  await rows(page).last().scrollIntoViewIfNeeded()
  await page.getByText(`EDI000${others - 1}`, { exact: true }).waitFor()

  await page.getByLabel('Buscar', { exact: true }).fill(supplier.toLowerCase())
  await page.getByText('1 proveedor', { exact: true }).waitFor()
  await page.waitForURL(`**/suppliers?q=${supplier.toLowerCase()}`)
  await page.getByLabel('Buscar', { exact: true }).fill('nadie')
  await page.getByText('Sin coincidencias').waitFor()
})

test('the page of a supplier shows its messages, and leads to them; a lector may read it', async () => {
  const { cookie } = await givenSignedIn(gateway, 'lector')
  const page = await open('/suppliers', cookie)
  await page.getByLabel('Buscar', { exact: true }).fill(supplier)
  await page.getByRole('link', { name: `Proveedor ${supplier}` }).click()

  await page.getByRole('heading', { level: 1, name: `Proveedor ${supplier}` }).waitFor()
  await rows(page)
    .getByRole('link', { name: /ENVIO 08/ })
    .click()

  await page.waitForURL(`**/messages/${message.id}`)
})

test('a supplier that does not exist is said not to, and one without messages to have none', async () => {
  const page = await open('/suppliers/NADIE000')
  await page.getByText('No hay ningún proveedor con el identificador SINLI NADIE000').waitFor()

  await page.goto('/suppliers/EDI00001')

  await page.getByText('Sin mensajes SINLI').waitFor()
})

test('both pages fit a phone, and axe finds nothing', async () => {
  for (const [path, text] of [
    ['/suppliers', 'EDI00001'],
    [`/suppliers/${supplier}`, 'ENVIO'],
  ] as const) {
    const page = await open(path)
    await page.getByText(text).first().waitFor()
    expect({ path, flaws: await flawsOf(page) }).toEqual({ path, flaws: [] })
  }
})

async function open(path: string, cookie = gateway.cookie): Promise<Page> {
  const page = await openPage(gateway.url, path, cookie)
  await page.getByText('en vivo').first().waitFor()
  return page
}

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
