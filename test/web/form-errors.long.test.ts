import type { Page } from 'playwright-core'
import { givenBrowser } from '../support/browser/browser.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

// The browser of the tests is an English one, whatever the language of its pages.
test.each([
  ['es', 'Entrar', ['Rellena este campo.', 'Rellena este campo.']],
  ['en', 'Sign in', ['Fill in this field.', 'Fill in this field.']],
])(
  'in %s a form says what is missing in the language of the page, until it is entered',
  async (language, send, said) => {
    const page = await openPage(gateway.url, '/sign-in')
    await page.evaluate(`localStorage.setItem('vigia.language', '${language}')`)
    await page.reload()

    await page.getByRole('button', { name: send, exact: true }).click()
    expect(await messagesOf(page)).toEqual(said)

    await page.locator('input[name=email]').fill('ana')
    await page.getByRole('button', { name: send, exact: true }).click()
    const [email] = await messagesOf(page)
    expect(email).toMatch(/ana@example\.org\.$/)

    await page.locator('input[name=email]').fill(gateway.email)
    await page.locator('input[name=password]').fill(gateway.password)
    expect(await messagesOf(page)).toEqual(['', ''])
    await page.getByRole('button', { name: send, exact: true }).click()
    await page.locator('#content').waitFor()
  },
)

test.each([
  ['/messages?from=ayer&status=NINGUNO&sender=LIB00001', '/messages?sender=LIB00001'],
  ['/audit?from=%2B012345-01-01T00:00:00Z&action=operator.add', '/audit?action=operator.add'],
  ['/incidents?kind=NINGUNO&situation=open', '/incidents?situation=open'],
  ['/libraries/EJ-001?window=7d&kind=x', '/libraries/EJ-001?window=7d'],
])('of the address %s a page keeps and sends what it knows', async (address, kept) => {
  const answers: string[] = []
  const page = await openPage(gateway.url, '/sign-in', gateway.cookie)
  page.on('response', (response) => {
    if (response.url().endsWith('/graphql')) void response.text().then((text) => answers.push(text))
  })

  await page.goto(address)

  await until('the address is that of the page', () => page.url() === gateway.url + kept)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(answers.filter((answer) => answer.includes('"errors"'))).toEqual([])
  expect(await page.getByRole('alert').count()).toBe(0)
})

const messagesOf = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('form input[name]')].map(({ validationMessage }) => validationMessage)`,
  )
