/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenTrade, mailOf, pedido, shop, stranger } from '../../support/sinli/inbound.ts'
import { file } from '../../support/sinli/sinli.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  const order = pedido({ number: '63646913', title: 'Las mareas vivas', receiver: stranger })
  await trade.send(mailOf(order))
  await trade.send(
    file(order, (record, line) => (line === 4 ? record.slice(0, 40) : record)),
    { 'content-type': 'text/plain' },
  )
  await until('failed messages are read', async () => (await gateway.db.salvagedDocument.count()) === 2)
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('a lost order is found by a title in one search, and its page is called by what it is', async () => {
  const page = await search('mareas')

  await page.getByRole('option', { name: /Las mareas vivas/ }).click()

  await page.getByRole('heading', { level: 1, name: 'PEDIDO 07 · 63646913' }).waitFor()
  expect(await flawsOf(page)).toEqual([])
  expect(await findEnglish(page)).toEqual([])
})

test('a search that finds nothing leads to the failed message that could hold it', async () => {
  const page = await search('nada de nada')

  await page.getByRole('option', { name: '1 mensaje fallido podría contenerlo: verlo' }).click()

  await page.waitForURL('**/messages?content=partly')
  await page.getByText('1 mensaje', { exact: true }).waitFor()
  expect(await page.getByLabel('Contenido').inputValue()).toBe('partly')
  expect(await flawsOf(page)).toEqual([])
})

test('a trace that finds nothing leads to it too, and one by a title to the lost order', async () => {
  const page = await open('/trace?id=nada-de-nada')
  await page.getByRole('link', { name: '1 mensaje fallido podría contenerlo: verlo' }).click()
  await page.waitForURL('**/messages?content=partly')

  await page.goto('/trace?id=Las%20mareas%20vivas')

  await page.getByText('Reconocido como mensaje SINLI').waitFor()
})

async function search(text: string): Promise<Page> {
  const page = await open('/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(text)
  return page
}

async function open(path: string): Promise<Page> {
  const page = await openPage(gateway.url, path, gateway.cookie)
  await page.getByText('en vivo').first().waitFor()
  return page
}
