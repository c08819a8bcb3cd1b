import type { Locator, Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenOperator, givenSession, givenSignedIn } from '../../support/auth/operators.ts'
import { givenToken, requestsWith } from '../../support/auth/tokens.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('an operator makes a token by keyboard, copies it once, sees its last use, and revokes it', async () => {
  const { cookie } = await givenSignedIn(gateway, 'lector')
  const page = await openAccount(cookie)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await seen(page.getByText('No tienes ninguna clave'))

  await page.getByRole('button', { name: 'Crear clave…' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Crear una clave' })
  await seen(form.getByText('Falta el nombre.'))
  await page.keyboard.type('Pantalla de la oficina')
  await seen(form.getByText('Falta algún permiso.'))
  expect(await form.getByRole('group', { name: 'Puede hacer' }).count()).toBe(0)
  await form.getByRole('checkbox', { name: 'Los incidentes' }).press('Space')
  await form.getByLabel('Caduca').selectOption('En 30 días')
  expect(await flawsOf(page)).toEqual([])
  await form.getByLabel('Nombre').press('Enter')

  const told = page.getByRole('dialog', { name: 'Clave «Pantalla de la oficina»' })
  await seen(told.getByText(/^Se muestra solo esta vez/))
  await page.keyboard.press('Escape')
  await told.getByRole('button', { name: 'Copiar la clave' }).press('Enter')
  await seen(told.getByRole('button', { name: 'Copiado: Copiar la clave' }))
  const secret = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(secret).toMatch(/^vgp_/)
  expect(await told.locator('pre').textContent()).toContain('Bearer $VIGIA_TOKEN')
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])
  const token = requestsWith(gateway.url, secret)
  expect(await (await token.post('/graphql', await exampleBody(told))).json()).toMatchObject({
    data: { incidents: {} },
  })
  expect(await token.ask('{ audit(first: 1) { totalCount } }')).toMatchObject({ errors: [{}] })
  await told.getByRole('button', { name: 'Ya la tengo' }).press('Enter')
  await page.reload()
  const row = tokensOf(page).getByRole('row').filter({ hasText: 'Pantalla de la oficina' })
  for (const part of [`${secret.slice(0, 8)}…`, 'Ver los incidentes', '127.0.0.1', 'node'])
    await seen(row.getByText(part))
  expect(await page.getByText(secret).count()).toBe(0)
  expect(await findEnglish(page)).toEqual([])
  expect(await flawsOf(page)).toEqual([])

  await row.getByRole('button', { name: /^Revocar la clave/ }).press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Revocar la clave «Pantalla de la oficina»' })
  await confirm.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await row.getByRole('button', { name: /^Revocar la clave/ }).press('Enter')
  await confirm.getByRole('button', { name: 'Revocar', exact: true }).press('Enter')
  await seen(page.getByText('No tienes ninguna clave'))
  expect((await token.ask('{ incidents(first: 1) { totalCount } }'))['status']).toBe(401)
  await until('the focus is on the content', () => hasFocus(page.locator('#content')))
})

test('in English too, an administrator may choose every permission but to manage operators, and a single operation', async () => {
  const page = await openAccount(gateway.cookie)
  await page.evaluate("localStorage.setItem('vigia.language', 'en')")
  await page.reload()

  await page.getByRole('button', { name: 'Create token…' }).click()
  const form = page.getByRole('dialog', { name: 'Create a token' })
  await form.getByLabel('Name').fill('Nightly report')
  await form.getByRole('group', { name: 'May do' }).getByRole('checkbox', { name: 'Change thresholds' }).waitFor()
  expect(await form.getByRole('checkbox', { name: 'Manage operators' }).count()).toBe(0)
  await form.getByRole('button', { name: 'May see: Choose all' }).click()
  await form.getByRole('button', { name: 'May see: Choose none' }).waitFor()
  await form.getByLabel('For one operation only (optional)').selectOption('Notifications')
  await form.getByRole('button', { name: 'Create token', exact: true }).click()

  const told = page.getByRole('dialog', { name: 'Token “Nightly report”' })
  const token = requestsWith(gateway.url, (await told.getByLabel('Token', { exact: true }).textContent()) ?? '')
  expect(await (await token.post('/graphql', await exampleBody(told))).json()).toMatchObject({
    data: { notifications: { badge: 0 } },
  })
  expect(await token.ask('{ notifications { badge } }')).toMatchObject({ errors: [{}] })
  await told.getByRole('button', { name: 'I have it' }).click()
  await seen(tokensOf(page, 'Tokens').getByText(/^Only the operation Notifications. See the endpoints/))
})

test('an operator with as many tokens as allowed is told to revoke one first', async () => {
  const operator = await givenOperator(gateway.db, 'lector')
  const { cookie } = await givenSession(gateway.db, operator, new Date(gateway.clock.now()))
  for (let count = 0; count < 20; count += 1) await givenToken(gateway, operator, ['read:Panel'])
  const page = await openAccount(cookie)

  await page.getByRole('button', { name: 'Crear clave…' }).click()
  const form = page.getByRole('dialog', { name: 'Crear una clave' })
  await form.getByLabel('Nombre').fill('Una más')
  await form.getByRole('checkbox', { name: 'Los incidentes' }).check()
  await form.getByRole('button', { name: 'Crear clave', exact: true }).click()

  await seen(form.getByRole('alert').getByText('Tienes 20 claves, y nadie puede tener más: revoca antes una.'))
})

test('the audit trail names the token that was used, and those that were created', async () => {
  const operator = await givenOperator(gateway.db, 'operador')
  const token = await givenToken(gateway, operator, ['unlock:Customer'])
  expect((await token.post('/api/admin/customers/ej-3/unlock-login/')).status).toBe(200)

  const page = await openPage(gateway.url, '/audit?object=customer:ej-3', gateway.cookie)
  await page.getByRole('row').getByText('con la clave «Un guion»').waitFor()
  await page.getByRole('link', { name: 'Desbloqueo de cliente' }).click()
  await page.getByRole('dialog').getByText('con la clave «Un guion»').waitFor()

  await page.goto('/audit?action=token.create')
  const row = page.getByRole('row').filter({ hasText: 'Clave creada' }).first()
  await row.getByText('Un guion').waitFor()
  expect(await findEnglish(page)).toEqual([])
})

const openAccount = async (cookie: string): Promise<Page> => {
  const page = await openPage(gateway.url, '/account', cookie)
  await page.getByText('en vivo').first().waitFor()
  return page
}

/** The body of the request in the example of a new token. */
async function exampleBody(told: Locator): Promise<unknown> {
  const [, body = ''] = /-d '(.*)' http/.exec((await told.locator('pre').textContent()) ?? '') ?? []
  return JSON.parse(body)
}

const tokensOf = (page: Page, name = 'Claves') => page.getByRole('table', { name })

const seen = (locator: Locator) => locator.first().waitFor()

const hasFocus = (locator: Locator) =>
  locator.evaluate(
    (element: { ownerDocument: { activeElement: unknown } }) => element.ownerDocument.activeElement === element,
  )
