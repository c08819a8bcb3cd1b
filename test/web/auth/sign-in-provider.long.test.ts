/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { runningClock } from '../../support/clock.ts'
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
  const config = { port, publicOrigin, oidc, localSignIn: 'break-glass' as const }
  gateway = await givenGateway({ clock: runningClock(), config })
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

describe('the page of operators', () => {
  /** An account of the provider with a live token, of a person who has never signed in. */
  async function givenAccount(name: string, noRoleSince: Date | null = null) {
    const id = crypto.randomUUID()
    const at = new Date(gateway.clock.now())
    const token = { kind: 'PERSONAL' as const, name: 'Informe', prefix: 'vgp_', scopes: ['read:Panel'], createdAt: at }
    await gateway.db.operator.create({
      data: {
        ...{ id, name, email: `${id}@example.org`, role: 'operador', createdAt: at },
        identity: { create: { issuer: provider.issuer, subject: id, linkedAt: at, noRoleSince } },
        tokens: { create: { ...token, hash: id, expiresAt: new Date(at.getTime() + 86_400_000) } },
      },
    })
    return id
  }

  test('names accounts whose tokens nobody attends, and says who has no role at the provider', async () => {
    await givenAccount('Iván Ausente')
    await givenAccount('Inés Sin Rol', new Date(gateway.clock.now()))

    const page = await openPage(gateway.url, '/operators', gateway.cookie)

    const notice = page.getByRole('note', { name: 'Claves que nadie vigila' })
    await notice.getByText(/Iván Ausente \(.+@example\.org, 1 clave\)/).waitFor()
    await page.getByText(/1 sin rol en el proveedor/).waitFor()
    expect(await notice.textContent()).not.toContain('Inés')
    await page
      .getByRole('row', { name: /Inés Sin Rol/ })
      .getByText('Sin rol en el proveedor')
      .waitFor()
    expect(await flawsOf(page)).toEqual([])
  })

  test('lets the provider link an account again that was made local', async () => {
    const id = await givenAccount('Olga Local')
    const page = await openPage(gateway.url, '/operators', gateway.cookie)
    const open = () => page.getByRole('button', { name: 'Cambiar a Olga Local' }).first().click()
    const allow = page.getByRole('menuitem', { name: 'Permitir que se vincule…' })
    await open()
    expect(await allow.count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Restablecer la contraseña…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restablecer' }).click()
    await page.getByRole('dialog', { name: 'Contraseña de Olga Local' }).waitFor()
    await page.getByRole('button', { name: 'Ya la tengo' }).click()

    await open()
    await allow.click()
    await page
      .getByRole('dialog')
      .getByText(/el proveedor volverá a darle entrada/)
      .waitFor()
    await page.getByRole('button', { name: 'Permitir', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await open()
    await page.getByRole('menuitem', { name: 'Restablecer la contraseña…' }).waitFor()
    expect(await allow.count()).toBe(0)
    expect(await gateway.db.operator.findUnique({ where: { id } })).toMatchObject({ linkable: true })
  })
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
