import type { Page } from 'playwright-core'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenDocument } from '../../support/openapi/openapi.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** A page of somebody who is signed in, and what happens on it that leaves this origin or that the browser complains of. */
async function givenPage() {
  const { url, cookie } = gateway
  const page = await openPage(url, '/api/openapi.json', cookie)
  const trouble: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) trouble.push(`asked ${request.url()}`)
  })
  // The console shows what the policy blocks.
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text())
  })
  page.on('pageerror', ({ message }) => trouble.push(message))
  return { page, trouble }
}

test('the reference shows every operation and webhook, and asks nobody but us', async () => {
  const { document, operations } = await givenDocument(gateway.url)
  const { page, trouble } = await givenPage()

  await page.goto('/api/docs')

  await page.locator('.opblock').first().waitFor()
  const paths = operations.map(({ path }) => path)
  const shown = await page.locator('.opblock-summary-path').allTextContents()
  expect(shown.map(withoutBreaks).sort()).toEqual([...paths, ...Object.keys(document['webhooks'])].sort())
  expect(await page.title()).toBe('API · Vigía')
  expect(trouble).toEqual([])
})

test('an operation can be tried out with the session that the browser has', async () => {
  const { page, trouble } = await givenPage()
  await page.goto('/api/docs#/Trade/listLibraries')
  const operation = page.locator('#operations-Trade-listLibraries')

  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()

  await operation.locator('.live-responses-table').getByText('EJ-001').first().waitFor()
  expect(trouble).toEqual([])
})

test('the reference is as light or dark as the system, and leads back to the application', async () => {
  const { page } = await givenPage()
  await page.goto('/api/docs')
  await page.locator('.opblock').first().waitFor()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // The colours change some time after the media query.
    await until(`the reference is ${colorScheme}`, async () => {
      const background = await brightness(page, 'getComputedStyle(document.documentElement).backgroundColor')
      const text = await brightness(page, 'getComputedStyle(document.querySelector(".title")).color')
      const [darker, brighter] = colorScheme === 'dark' ? [background, text] : [text, background]
      return darker < 250 && brighter > 600
    })
  }

  await page.getByRole('link', { name: 'Vigía' }).click()
  await page.getByRole('heading', { level: 1, name: 'Resumen' }).waitFor()
})

test('the explorer needs no worker but those that we serve', async () => {
  const { page, trouble } = await givenPage()
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  const started = page.waitForEvent('worker', (worker) => worker.url().includes('graphql.worker'))

  await page.goto('/explorer')

  await started
  await page.locator('.monaco-editor').first().waitFor()
  expect(workers.filter((url) => !url.startsWith(`${gateway.url}/assets/`))).toEqual([])
  expect(trouble).toEqual([])
})

test('the explorer runs a query over HTTP and a subscription over the WebSocket, and asks nobody but us', async () => {
  const { page, trouble } = await givenPage()
  const result = page.locator('.result-window')
  const execute = page.getByRole('button', { name: /^Execute query/ })

  await page.goto('/explorer')
  await execute.click()
  await result.getByText('"endpointCount"').first().waitFor()
  await page.goto(`/explorer?query=${encodeURIComponent('subscription { notifications { badge } }')}`)
  await execute.click()
  await result.getByText('"badge"').waitFor()

  expect(trouble).toEqual([])
  await page.getByRole('link', { name: 'Vigía' }).click()
  await page.getByRole('heading', { level: 1, name: 'Resumen' }).waitFor()
})

test('the explorer sends somebody whose session has ended to sign in, and back', async () => {
  const { page } = await givenPage()
  await page.goto('/explorer')
  await page.locator('.monaco-editor').first().waitFor()
  await page.context().clearCookies()

  await page.getByRole('button', { name: /^Execute query/ }).click()

  await page.waitForURL(({ pathname, search }) => pathname + search === '/sign-in?next=/explorer')
})

// Paths are shown with an invisible place to break at after each slash.
const withoutBreaks = (path: string) => path.replaceAll('\u200b', '')

/** How bright a colour of the page is, from 0 to 765. */
async function brightness(page: Page, colour: string): Promise<number> {
  const parts = (await page.evaluate<string>(colour)).match(/\d+/g) ?? []
  return parts.slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
}
