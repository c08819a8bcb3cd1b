import type { Page } from 'playwright-core'
import { givenBrowser } from '../support/browser.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'

const { openPage } = await givenBrowser()

test('an operator signs in and sees nine endpoints, six of them critical', async () => {
  await using gateway = await givenGateway()
  const page = await openPage(gateway.url)

  await signInToEndpoints(page, gateway)

  await seen(page.getByRole('group', { name: 'Resumen' }).getByText('9 endpoints · 6 críticos'))
  expect(await page.getByRole('region', { name: 'Endpoints críticos' }).getByRole('listitem').count()).toBe(6)
  expect(await page.getByRole('table').getByRole('columnheader').allTextContents()).toEqual([
    'Método',
    'Ruta',
    'Área',
    'Auth',
    'Estado',
    'Latencia (ms)',
    'Errores (%)',
    'Crítico',
  ])
  expect(await rows(page).count()).toBe(7)
})

test('a wrong password is answered with a sentence', async () => {
  await using gateway = await givenGateway()
  const page = await openPage(gateway.url)

  await signIn(page, { ...gateway, password: 'not-this-one' })

  await seen(page.getByRole('alert').getByText('El correo o la contraseña no son correctos.'))
})

test('filters narrow the table, down to a hint when nothing matches', async () => {
  await using gateway = await givenGateway()
  const page = await openPage(gateway.url)
  await signInToEndpoints(page, gateway)

  await page.getByLabel('Área', { exact: true }).selectOption('Sin área')

  await seen(rows(page).getByText('/api/admin/audit/'))
  expect(await rows(page).count()).toBe(2)

  await page.getByLabel('Buscar').fill('no hay tal ruta')

  await seen(page.getByText('Sin coincidencias', { exact: true }))
  await seen(page.getByText('Ajusta los filtros para ver resultados.', { exact: true }))
})

test('a count changes on screen, and in the title, while observations are reported', async () => {
  await using gateway = await givenGateway()
  const page = await openPage(gateway.url)
  await signInToEndpoints(page, gateway)
  await seen(page.getByRole('button', { name: 'Notificaciones: 0' }))
  await seen(page.getByText('en vivo'))
  const loads = countLoads(page)

  await librariesFail(gateway)

  await seen(page.getByRole('button', { name: 'Notificaciones: 1' }))
  await seen(rows(page).filter({ hasText: '/api/admin/libraries/' }).getByText('Fallando'))
  expect(await page.title()).toMatch(/^\(1\) /)
  expect(loads()).toBe(0)
})

test('an operator takes an incident, and everyone sees who is at it', async () => {
  await using gateway = await givenGateway()
  const page = await openPage(gateway.url)
  await signIn(page, gateway)
  await librariesFail(gateway)

  await page.getByRole('button', { name: 'Notificaciones: 1' }).click()
  await page.getByRole('button', { name: /^Atender/ }).click()

  await seen(page.getByText(/^Lo atiende/))
})

test('a session that ends leads back to sign-in with a sentence', async () => {
  await using gateway = await givenGateway()
  const page = await openPage(gateway.url)
  await signIn(page, gateway)
  await seen(page.getByText('en vivo'))

  await page.evaluate(() => fetch('/auth/logout', { method: 'POST' }))

  await seen(page.getByText('Tu sesión ha terminado. Vuelve a entrar para seguir.'))
})

async function signIn(page: Page, { email, password }: Pick<GivenGateway, 'email' | 'password'>) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

async function signInToEndpoints(page: Page, gateway: GivenGateway) {
  await signIn(page, gateway)
  await page.getByRole('link', { name: 'Endpoints', exact: true }).click()
}

/** Long enough, and bad enough, for `GET /api/admin/libraries/` to be judged Fallando. */
async function librariesFail(gateway: GivenGateway) {
  await gateway.pass(60)
  for (let step = 0; step < 6; step += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(10)
  }
}

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

const seen = (locator: { first: () => { waitFor: () => Promise<void> } }) => locator.first().waitFor()

function countLoads(page: Page) {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}
