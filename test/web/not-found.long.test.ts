/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { flawsOf } from '../support/browser/axe.ts'
import { givenBrowser } from '../support/browser/browser.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const openSignedIn = (path: string) => openPage(gateway.url, path, gateway.cookie)

const content = (page: Page) => page.getByRole('main')

test('an unknown path is answered inside the shell', async () => {
  const page = await openSignedIn('/no/such-page')

  await content(page).getByText('Esta página no existe.').waitFor()

  expect(await page.getByRole('navigation', { name: 'Secciones' }).isVisible()).toBe(true)
  // Until the subscription is open, the title says that the counts are unknown.
  await page.waitForFunction(() => document.title === 'Página no encontrada · Vigía')
  expect(await content(page).getByRole('heading', { level: 1 }).textContent()).toBe('Página no encontrada')
  expect(await page.getByRole('button', { name: /^Notificaciones/ }).isVisible()).toBe(true)
  expect(await flawsOf(page)).toEqual([])

  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.getByRole('button', { name: 'Menú' }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Notificaciones/ }).isVisible()).toBe(true)
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
  const page = await openSignedIn('/nowhere')
  await page.evaluate(() => localStorage.setItem('vigia.language', 'en'))
  await page.reload()

  await content(page).getByText('There is no such page.').waitFor()

  expect(await content(page).getByRole('link', { name: 'Back to the overview' }).isVisible()).toBe(true)
})

test('an unknown path leads to sign-in without a session, and back to it afterwards', async () => {
  const page = await openPage(gateway.url, '/nowhere')

  await page.getByLabel('Correo electrónico').fill(gateway.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(gateway.password)
  await page.getByRole('button', { name: 'Entrar' }).click()

  await content(page).getByText('Esta página no existe.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/nowhere')
})
