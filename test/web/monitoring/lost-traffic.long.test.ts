/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../../support/gateway.ts'
import { givenUsualTraffic } from '../../support/monitoring/learned-traffic.ts'

const { openPage } = await givenBrowser()

const id = 'GET /api/admin/libraries/'
const subjectPath = `/endpoints/${encodeURIComponent(id)}`

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  for (let passed = 0; passed < 330; passed += 10) {
    await gateway.report(...times(2, outcome(200, undefined, 9)))
    await gateway.pass(10)
  }
  await givenUsualTraffic(gateway, id, 12)
  await gateway.pass(400)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const seen = (locator: ReturnType<Page['getByText']>) => locator.first().waitFor()
const chartOf = (page: Page, title: RegExp) => page.getByRole('figure').filter({ hasText: title })

const widthOf = async (chart: Locator, selector: string) =>
  (await chart.locator(selector).first().boundingBox())?.width ?? NaN

test('the chart of requests shows beside them how many were expected, also where none arrived', async () => {
  const page = await openPage(gateway.url, subjectPath, gateway.cookie)
  await seen(page.getByText(/^Llegan menos peticiones de lo habitual/))

  const chart = chartOf(page, /^Peticiones en tramos de 1 min/)
  await seen(chart.getByText('al menos las esperadas, según lo aprendido hasta ahora', { exact: true }))
  await seen(chart.getByText(/Se esperan al menos 8,4 en el último tramo, según lo aprendido hasta ahora\./))
  const [line, plot] = await Promise.all([
    widthOf(chart, '.recharts-line-curve'),
    widthOf(chart, '.recharts-xAxis line'),
  ])
  expect(line).toBeGreaterThan(0.95 * plot)
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Ver como tabla' }).press('Enter')
  const table = page.getByRole('table', { name: 'Evolución, en números' })
  await seen(table.getByRole('columnheader', { name: 'Esperadas (≥)' }))
  await seen(table.getByRole('cell', { name: '8,4', exact: true }))
})

test('without learned traffic there is no such line', async () => {
  await gateway.db.subject.updateMany({ where: { key: id }, data: { policy: { traffic: 'OFF' } } })
  await gateway.pass(10)
  const page = await openPage(gateway.url, subjectPath, gateway.cookie)

  const chart = chartOf(page, /^Peticiones en tramos de 1 min/)
  await seen(chart.locator('.recharts-bar-rectangle').first())
  expect(await chart.getByText('al menos las esperadas').count()).toBe(0)
})

test('in English its names are English', async () => {
  await gateway.db.subject.updateMany({ where: { key: id }, data: { policy: {} } })
  await gateway.pass(10)
  const page = await openPage(gateway.url, '/', gateway.cookie)
  await page.evaluate(() => {
    localStorage.setItem('vigia.language', 'en')
  })
  await page.goto(subjectPath)

  const chart = chartOf(page, /^Requests in steps of 1 min/)
  await seen(chart.getByText('expected at least, as learned by now', { exact: true }))
  await seen(chart.getByText(/At least 8\.4 are expected in the last step, as learned by now\./))
})
