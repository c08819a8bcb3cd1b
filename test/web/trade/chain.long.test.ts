/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { creditDraft, invoiceDraft, noteDraft, orderDraft, returnDraft } from '../../support/sinli/chain-drafts.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenTrade, libros, mailOf, shop, supplier } from '../../support/sinli/inbound.ts'

const { openPage } = await givenBrowser()

const messages = new Map<string, string>()
let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await trade.registerSupplier(supplier)
  const drafts = {
    P1: orderDraft('P1', 12),
    A1: noteDraft('A1', { P1: 10, P9: 2 }),
    F1: invoiceDraft('F1', ['A1']),
    D1: returnDraft('D1', 'A1', 3),
    C1: creditDraft('C1', 'D1', 1),
    books: libros(),
  }
  for (const [number, draft] of Object.entries(drafts)) messages.set(number, (await trade.send(mailOf(draft))).id)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const open = (number: string, view = '') =>
  openPage(gateway.url, `/messages/${messages.get(number) ?? ''}${view}`, gateway.cookie)
const boxesOf = (page: Page, type: string) => page.getByRole('list', { name: type, exact: true })
const textsOf = (page: Page, type: string) => boxesOf(page, type).getByRole('listitem').allInnerTexts()

test('the chain of a message shows every document with its quantities, marks what is missing, and leads to each', async () => {
  const page = await open('A1')
  await page.getByRole('link', { name: 'Cadena' }).click()
  await boxesOf(page, 'Abonos').waitFor()

  expect((await textsOf(page, 'Pedidos')).join()).toMatch(/P1.*12 uds\..*P9.*No recibido/s)
  expect((await textsOf(page, 'Albaranes')).join()).toMatch(
    /A1.*Este documento.*12 uds\..*10 uds\. de P1.*2 uds\. de P9/s,
  )
  expect((await textsOf(page, 'Facturas')).join()).toMatch(/F1.*12 uds\. de A1/s)
  for (const part of ['2 uds. pendientes de envío', '2 uds. sin abonar'])
    await page.getByRole('listitem').filter({ hasText: part }).first().waitFor()
  const row = page.getByRole('table', { name: 'Artículos de la cadena' }).getByRole('row').nth(1)
  expect((await row.getByRole('cell').allInnerTexts()).slice(0, 7)).toEqual([
    ...['9788400000004', 'Un libro inventado', '12', '12', '12', '3', '1'],
  ])
  for (const quantity of ['10', '2', '12', '3', '1'])
    await page.locator('svg text').getByText(quantity, { exact: true }).waitFor()
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  await boxesOf(page, 'Facturas').getByRole('link', { name: 'F1' }).press('Enter')
  await page.getByRole('heading', { name: /F1/ }).waitFor()
  await boxesOf(page, 'Facturas').locator('[aria-current="page"]', { hasText: 'F1' }).waitFor()
})

test('on a phone the documents stand below each other and list their connections, in both themes', async () => {
  const page = await open('D1', '?view=chain')
  await page.setViewportSize({ width: 360, height: 740 })
  await boxesOf(page, 'Devoluciones').getByText('3 uds. de A1').waitFor()

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.locator('svg text').first().waitFor({ state: 'attached' })
  expect(await page.locator('svg text').first().isVisible()).toBe(false)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await flawsOf(page)).toEqual([])
  }
})

test('a message whose document is in no chain has no such part', async () => {
  const page = await open('books', '?view=chain')

  await page.getByRole('link', { name: 'Documento' }).waitFor()
  expect(await page.getByRole('link', { name: 'Cadena' }).count()).toBe(0)
  await page.getByRole('heading', { name: 'Cabecera' }).waitFor()
})
