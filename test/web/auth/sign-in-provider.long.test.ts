/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import {
  findFreePort,
  givenIdentityProvider,
  oidcSettings,
  type GivenIdentityProvider,
} from '../../support/auth/identity-provider.ts'

const { openPage } = await givenBrowser()

let provider: GivenIdentityProvider
let gateway: GivenGateway
beforeAll(async () => {
  const port = await findFreePort()
  const publicOrigin = `http://127.0.0.1:${port}`
  provider = await givenIdentityProvider(publicOrigin)
  const oidc = oidcSettings(provider.issuer)
  gateway = await givenGateway({ config: { port, publicOrigin, oidc, localSignIn: 'break-glass' } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** Signs in with the provider's button, in a new browser, as a person with this role claim. */
async function signIn(path: string, roles: string[]): Promise<Page> {
  const name = crypto.randomUUID()
  await provider.setAccount(name, { email: `${name}@example.org`, email_verified: true, name: 'Eva Ejemplo', roles })
  const page = await openPage(gateway.url, path)
  await page.getByRole('link', { name: 'Entrar con Acceso corporativo' }).click()
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  return page
}

test('an operator signs in at the provider with the role of the claim, and signs out here and there', async () => {
  const page = await signIn('/incidents', ['vigia-admins'])

  await page.getByRole('button', { name: /^Eva Ejemplo/ }).click()
  expect(new URL(page.url()).pathname).toBe('/incidents')
  await page.getByText('Rol: admin').waitFor()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()

  await page.waitForURL(`${provider.issuer}/session/end?**`)
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.getByRole('link', { name: 'Entrar con Acceso corporativo' }).waitFor()
  expect(page.url()).toBe(`${gateway.url}/sign-in`)
})

test('a sign-out at the provider ends the session here, and the open page leads to sign-in', async () => {
  const page = await signIn('/', ['soporte'])
  await page.getByRole('button', { name: /^Eva Ejemplo/ }).waitFor()
  const other = await page.context().newPage()

  await other.goto(`${provider.issuer}/session/end`)
  await other.getByRole('button', { name: 'Yes, sign me out' }).click()

  await page.getByText('Tu sesión ha terminado. Vuelve a entrar para seguir.').waitFor()
  await other.close()
})

test('an account of the provider is told where its password is, and an administrator that a reset makes it local', async () => {
  const page = await signIn('/account', ['soporte'])
  await page.getByText('Entras con Acceso corporativo. Tu contraseña está allí, y allí se cambia.').waitFor()
  expect(await page.getByLabel('Contraseña actual').count()).toBe(0)

  const admins = await openPage(gateway.url, '/operators', gateway.cookie)
  await admins.getByRole('button', { name: 'Cambiar a Eva Ejemplo' }).first().click()
  await admins.getByRole('menuitem', { name: 'Restablecer la contraseña…' }).click()
  await admins
    .getByRole('dialog')
    .getByText(/proveedor de identidad: pasará a ser local/)
    .waitFor()
})

test('a person without a role sees which claim decides, and a way back', async () => {
  const page = await signIn('/', ['otros'])

  await page.getByText('ningún valor del claim roles lo da').waitFor()
  await page.getByRole('link', { name: 'Volver a la página de entrada' }).click()
  await page.waitForURL(`${gateway.url}/sign-in`)
})

test('the form for local passwords is behind a link where it is for emergencies', async () => {
  const page = await openPage(gateway.url, '/sign-in')
  await page.getByRole('link', { name: 'Entrar con Acceso corporativo' }).waitFor()
  expect(await page.getByLabel('Correo electrónico').isVisible()).toBe(false)
  expect(await flawsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Entrar con una contraseña local (emergencias)' }).click()
  await page.getByLabel('Correo electrónico').fill(gateway.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(gateway.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()

  await page.getByRole('button', { name: /^Administrador/ }).waitFor()
})

test('the form is offered at once, with the reason, if the provider does not answer', async () => {
  const page = await openPage(gateway.url, '/sign-in?unreachable=true')

  await page.getByText(/^El proveedor de identidad no responde/).waitFor()
  await page.getByLabel('Correo electrónico').waitFor()
})
