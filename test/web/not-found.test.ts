import type { Page } from 'playwright-core'
import { axeViolations } from '../support/axe.ts'
import { givenBrowser } from '../support/browser.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function openSignedIn(path: string, language?: 'en'): Promise<Page> {
  const page = await openPage(gateway.url)
  const [name = '', value = ''] = gateway.cookie.split('=')
  await page.context().addCookies([{ name, value, url: gateway.url }])
  if (language) await page.evaluate((chosen) => localStorage.setItem('vigia.language', chosen), language)
  await page.goto(path)
  return page
}

const content = (page: Page) => page.getByRole('main')

test.each([
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
])('an unknown path is answered inside the shell on %s', async (_, size) => {
  const page = await openSignedIn('/no/such-page')
  await page.setViewportSize(size)

  await content(page).getByText('Esta página no existe.').waitFor()

  expect(await page.getByRole('navigation', { name: 'Secciones' }).isVisible()).toBe(true)
  expect(await page.title()).toBe('Página no encontrada · Vigía')
  expect(await content(page).getByRole('heading', { level: 1 }).textContent()).toBe('Página no encontrada')
  expect(await page.getByRole('button', { name: /^Notificaciones/ }).isVisible()).toBe(true)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width)
  expect(await axeViolations(page)).toEqual([])

  await content(page).getByRole('link', { name: 'Volver al resumen' }).click()
  await page.waitForURL(`${gateway.url}/`)
})

test('the search finds pages from an unknown path below a known one', async () => {
  const page = await openSignedIn('/endpoints/one/two')
  await content(page).getByText('Esta página no existe.').waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('auditoría')
  await page.getByRole('dialog').getByRole('option', { name: 'Auditoría' }).first().click()

  await page.waitForURL(`${gateway.url}/audit`)
})

test('an unknown path is answered in English where that is chosen', async () => {
  const page = await openSignedIn('/nowhere', 'en')

  await content(page).getByText('There is no such page.').waitFor()

  expect(await content(page).getByRole('link', { name: 'Back to the overview' }).isVisible()).toBe(true)
})

test('an unknown path leads to sign-in without a session, and back to it afterwards', async () => {
  const page = await openPage(gateway.url)

  await page.goto('/nowhere')
  await page.getByLabel('Correo electrónico').fill(gateway.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(gateway.password)
  await page.getByRole('button', { name: 'Entrar' }).click()

  await content(page).getByText('Esta página no existe.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/nowhere')
})
