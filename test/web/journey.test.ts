import type { Page } from 'playwright-core'
import { givenBrowser } from '../support/browser/browser.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { until } from '../support/until.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('an operator signs in at the second attempt, sees nine endpoints, six of them critical, and filters', async () => {
  const page = await openPage(gateway.url)

  await signIn(page, { ...gateway, password: 'not-this-one' })
  await seen(page.getByRole('alert').getByText('El correo o la contraseña no son correctos.'))
  await signIn(page, gateway)
  await page.getByRole('link', { name: 'Endpoints', exact: true }).click()

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
  await until('all in an area are listed', async () => (await rows(page).count()) === 7)

  await page.getByLabel('Área', { exact: true }).selectOption('Sin área')
  await seen(rows(page).getByText('/api/admin/audit/'))
  await until('those without one are listed', async () => (await rows(page).count()) === 2)
  await page.getByLabel('Buscar').fill('no hay tal ruta')
  await seen(page.getByText('Sin coincidencias', { exact: true }))
  await seen(page.getByText('Ajusta los filtros para ver resultados.', { exact: true }))
})

test('a count changes on screen and in the title without a reload, and an operator takes the incident', async () => {
  const page = await openPage(gateway.url, '/endpoints', gateway.cookie)
  await seen(page.getByRole('button', { name: 'Notificaciones: 0' }))
  await seen(page.getByText('en vivo'))
  const loads = countLoads(page)

  await librariesFail(gateway)

  await seen(page.getByRole('button', { name: 'Notificaciones: 1' }))
  await seen(rows(page).filter({ hasText: '/api/admin/libraries/' }).getByText('Fallando'))
  await until('the title counts it', async () => (await page.title()).startsWith('(1) '))
  expect(loads()).toBe(0)

  await page.getByRole('button', { name: 'Notificaciones: 1' }).click()
  await page.getByRole('button', { name: /^Atender/ }).click()
  await seen(page.getByText(/^Lo atiende/))
})

test('a session that ends leads back to sign-in with a sentence', async () => {
  const { cookie } = await givenSignedIn(gateway)
  const page = await openPage(gateway.url, '/', cookie)
  await seen(page.getByText('en vivo'))

  await page.evaluate(() => fetch('/auth/logout', { method: 'POST' }))

  await seen(page.getByText('Tu sesión ha terminado. Vuelve a entrar para seguir.'))
})

async function signIn(page: Page, { email, password }: Pick<GivenGateway, 'email' | 'password'>) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
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
