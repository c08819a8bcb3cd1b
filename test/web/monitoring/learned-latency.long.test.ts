/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import type { LearnedLatency } from '../../../src/monitoring/health/learned-budget/learned-latency.ts'
import { flawsOf } from '../../support/browser/axe.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../../support/gateway.ts'

const { openPage } = await givenBrowser()

const id = 'GET /api/admin/libraries/'
const subjectPath = `/endpoints/${encodeURIComponent(id)}`
const dayMs = 24 * 3_600_000

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  await lives(20, 9)
  // Another step of the chart: a minute.
  await gateway.pass(60)
  await givenLearned()
  await lives(20, 9)
  await lives(110, 280)
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** The endpoint takes 9 ms, as far as it was learned, and took 4 ms some days ago. */
async function givenLearned(): Promise<void> {
  const at = gateway.clock.now()
  const learned: LearnedLatency = {
    ...{ normalP95Ms: 9, normalP75Ms: 8, highMs: 12, since: at, learnedTo: at, learnsFrom: null },
    past: [{ at: at - 3 * dayMs, p95Ms: 4 }],
  }
  await gateway.db.subject.updateMany({ where: { kind: 'ENDPOINTS', key: id }, data: { latency: learned } })
  await gateway.pass(10)
}

/** So many seconds of requests of this duration. */
async function lives(seconds: number, durationMs: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await gateway.report(...times(5, outcome(200, undefined, durationMs)))
    await gateway.pass(10)
  }
}

const seen = (locator: ReturnType<Page['getByText']>) => locator.first().waitFor()
const isNarrowEnough = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const budgetsIn = async (page: Page): Promise<string[]> => {
  const table = page.getByRole('table', { name: 'Evolución, en números' })
  await table.getByRole('row').nth(2).waitFor()
  const cells = await table.getByRole('row').locator('td:last-child, [role=cell]:last-child').allInnerTexts()
  return cells.filter((cell, index) => cell !== cells[index - 1])
}

test('a latency far above the usual one is Degradado until an operator says, by the keyboard, that it is normal', async () => {
  const page = await openPage(gateway.url, subjectPath, gateway.cookie)
  const present = page.getByRole('region', { name: 'Ahora' })
  await seen(present.getByText('Degradado', { exact: true }))
  await seen(page.getByText(/lo habitual es 9 ms \(límite 100 ms\)/))
  await seen(page.getByText(/^Límite de latencia 100 ms, aprendido; p95 habitual 9 ms desde .+\.$/))
  await seen(page.getByText(/^p95 habitual: 4 → 9 ms desde .+\.$/))
  await seen(page.getByText('lenta desde 100 ms'))
  await seen(page.getByText('El límite cambió de 500 a 100 ms.'))
  expect(await findEnglish(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await flawsOf(page)).toEqual([])
  expect(await isNarrowEnough(page)).toBe(true)

  await page.getByRole('link', { name: 'Ver el incidente abierto' }).press('Enter')
  await page.getByRole('button', { name: 'Es normal…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `¿La latencia de ${id} es normal?` })
  await dialog.waitFor()
  gateway.clock.jump(6 * 60_000)
  await dialog.getByRole('button', { name: 'Es normal' }).press('Enter')
  await seen(dialog.getByText('No se conoce su latencia actual: no hay ninguna muestra de los últimos cinco minutos.'))
  gateway.clock.jump(-6 * 60_000)
  await dialog.getByRole('button', { name: 'Es normal' }).press('Enter')

  await seen(page.getByText('Un operador dijo que es normal.'))
  await dialog.waitFor({ state: 'hidden' })
  expect(await flawsOf(page)).toEqual([])
  await lives(20, 280)
  await page.goto(subjectPath)
  await seen(present.getByText('Operativo', { exact: true }))
  await seen(
    page.getByText(/^Límite de latencia 500 ms, el máximo que permiten los umbrales; p95 habitual 280 ms desde/),
  )
  await page.getByRole('link', { name: 'Umbrales' }).click()
  await seen(page.getByRole('heading', { level: 1, name: 'Umbrales' }))
  await seen(page.getByText(/^Límite de latencia 500 ms, el máximo que permiten los umbrales; p95 habitual 280 ms/))
  await page.goBack()
  await page.getByRole('button', { name: 'Ver como tabla' }).press('Enter')
  expect(await budgetsIn(page)).toEqual(['500', '100', '500'])
})

test('the audit tells who said so, and both values', async () => {
  const page = await openPage(gateway.url, '/audit?action=incident.resolved', gateway.cookie)
  await seen(page.getByRole('row').getByText('ana@example.org'))
  await page.getByRole('row').getByRole('link').first().press('Enter')

  const entry = page.getByRole('dialog')
  await seen(entry.getByText('p95 habitual, en ms'))
  await seen(entry.getByText('9', { exact: true }))
  await seen(entry.getByText('280', { exact: true }))
  await seen(entry.getByText('Es normal', { exact: true }))
  expect(await flawsOf(page)).toEqual([])
})

test('one that a colleague resolved first says who did, although nothing is left to accept', async () => {
  await lives(110, 2_800)
  const page = await openPage(gateway.url, subjectPath, gateway.cookie)
  await page.getByRole('link', { name: 'Ver el incidente abierto' }).press('Enter')
  await page.waitForURL(/\/incidents\//)
  await page.getByRole('button', { name: 'Es normal…' }).press('Enter')
  await page.route('**/graphql', async (route) => {
    const resolving = 'mutation ($id: ID!) { resolveIncident(id: $id, reason: "Ya está", force: true) { id } }'
    if (route.request().postData()?.includes('"input"'))
      await gateway.query(resolving, { id: page.url().split('/').at(-1) })
    await route.continue()
  })

  await page.getByRole('dialog').getByRole('button', { name: 'Es normal' }).press('Enter')

  await seen(page.getByRole('status').getByText(/: Administrador lo resolvió hace un momento\.$/))
})

test('one that got another cause meanwhile says so, below the question that was asked', async () => {
  // An incident that was resolved by force opens again after five minutes.
  await lives(420, 2_800)
  const page = await openPage(gateway.url, subjectPath, gateway.cookie)
  await page.getByRole('link', { name: 'Ver el incidente abierto' }).press('Enter')
  await page.getByRole('button', { name: 'Es normal…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `¿La latencia de ${id} es normal?` })
  await dialog.waitFor()
  for (let step = 0; step < 6; step += 1) {
    await gateway.report(...times(20, outcome(500)))
    await gateway.pass(10)
  }
  await page.getByRole('button', { name: 'Es normal…', includeHidden: true }).waitFor({ state: 'detached' })

  await dialog.getByRole('button', { name: 'Es normal' }).press('Enter')

  await seen(dialog.getByText('El incidente tiene ahora otra causa. Míralo de nuevo.'))
  await dialog.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
})
