import type { Locator, Page } from 'playwright-core'
import { writeAudit } from '../../support/audit.ts'
import { toMadridLocal } from '../../../web/src/format/madridTime.ts'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, signIn, type GivenGateway } from '../../support/gateway.ts'
import { givenSignedIn, password, trySignIn } from '../../support/auth/operators.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

const minuteMs = 60_000
let gateway: GivenGateway
let unlocked: Date
let unlockEntry: string
beforeAll(async () => {
  gateway = await givenGateway()
  // A minute after the platform locked it.
  await gateway.pass(60)
  await gateway.post('/api/admin/customers/ej-3/unlock-login/', {})
  unlocked = new Date(gateway.clock.now())
  const { id } = await gateway.db.auditEntry.findFirstOrThrow({ where: { action: 'customer.unlock' } })
  unlockEntry = `/audit?entry=${id}`
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('what an operator did is told with what it was before and after, and is found again by its link', async () => {
  const page = await openSignedIn(gateway.cookie, '/audit')

  await rows(page).getByRole('link', { name: 'Desbloqueo de cliente' }).click()

  const entry = page.getByRole('dialog', { name: 'Desbloqueo de cliente' })
  expect(await cellsOf(entry, 'Bloqueado')).toEqual(['Sí', 'No'])
  await seen(entry.getByRole('link', { name: 'ej-3' }))
  await seen(entry.getByText(/^Encadena esta entrada con la anterior/))
  const link = page.url()
  await page.goBack()
  await entry.waitFor({ state: 'hidden' })

  await page.goto(link)
  await seen(entry)
})

test('an entry is found by its number, also where the list does not reach', async () => {
  const page = await openSignedIn(gateway.cookie, `${unlockEntry}&action=sign-out`)

  await seen(page.getByRole('dialog', { name: 'Desbloqueo de cliente' }))

  await page.goto('/audit?entry=987654')
  await seen(page.getByRole('dialog').getByText('No hay ninguna entrada con este número'))
})

test('the trail is narrowed by who, what, object and time, and the URL reproduces the view', async () => {
  const at = new Date(unlocked.getTime() + minuteMs)
  await writeAudit(gateway.db, { at, actor: 'luz@example.org', action: 'sign-out', object: 'customer:ej-3' })
  const page = await openSignedIn(gateway.cookie, '/audit')
  await seen(rows(page).getByText('luz@example.org'))

  await page.getByRole('combobox', { name: 'Qué' }).fill('desbloqueo de')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await showsOnly(page, [/customer\.unlock.*ej-3/])
  expect(new URL(page.url()).searchParams.get('action')).toBe('customer.unlock')

  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await page.getByRole('combobox', { name: 'Quién' }).fill('luz@example.org')
  await page.keyboard.press('Enter')
  await showsOnly(page, [/luz@example\.org.*sign-out/])

  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await page.getByRole('combobox', { name: 'Objeto' }).fill('customer:ej-3')
  await page.keyboard.press('Enter')
  await showsOnly(page, [/sign-out/, /customer\.unlock/, /customer\.lock/])
  await page.getByLabel('Desde').fill(toMadridLocal(unlocked))
  await page.getByLabel('Hasta').fill(toMadridLocal(new Date(unlocked.getTime() + minuteMs)))
  await showsOnly(page, [/customer\.unlock.*ej-3/])

  await page.reload()
  await showsOnly(page, [/customer\.unlock.*ej-3/])
  expect(await page.getByRole('combobox', { name: 'Objeto' }).inputValue()).toBe('customer:ej-3')
  expect(await page.getByLabel('Desde').inputValue()).toBe(toMadridLocal(unlocked))

  await page.getByLabel('Hasta').fill(toMadridLocal(unlocked))
  await seen(page.getByText('Sin coincidencias'))
})

test('an entry is reached, opened and left with the keyboard alone', async () => {
  const search = '?action=sign-in'
  const page = await openSignedIn(gateway.cookie, `/audit${search}`)
  const link = rows(page).first().getByRole('link', { name: 'Inicio de sesión' })
  await seen(link)

  await page.getByLabel('Hasta').focus()
  await until('the entry has the focus', async () => {
    await page.keyboard.press('Tab')
    return hasFocus(link)
  })
  await page.keyboard.press('Enter')
  const entry = page.getByRole('dialog', { name: 'Inicio de sesión' })
  await seen(entry.getByText('sign-in', { exact: true }))
  await page.keyboard.press('Escape')

  await entry.waitFor({ state: 'hidden' })
  await until('the focus is back on the entry', () => hasFocus(link))
  expect(new URL(page.url()).search).toBe(search)
})

test('an administrator adds an operator, who signs in with the password that is shown once', async () => {
  const page = await openSignedIn(gateway.cookie, '/operators')
  const add = async (email: string) => {
    await page.getByRole('button', { name: 'Añadir operador' }).click()
    await page.getByLabel('Nombre').fill('Luis Prado')
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByRole('radio', { name: 'Operador' }).check()
    await page.getByRole('button', { name: 'Añadir', exact: true }).click()
  }

  await add(gateway.email)
  await seen(page.getByText(`Ya hay un operador con el correo ${gateway.email}.`))
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await add('luis@example.org')

  const told = page.getByRole('dialog', { name: 'Contraseña de Luis Prado' })
  await seen(told.getByText(/^Se muestra solo esta vez/))
  const shown = (await told.getByLabel('Contraseña', { exact: true }).textContent()) ?? ''
  await told.getByRole('button', { name: 'Ya la tengo' }).click()
  await told.waitFor({ state: 'hidden' })
  await seen(rows(page).filter({ hasText: 'luis@example.org' }).getByText('Operador', { exact: true }))
  expect((await trySignIn(gateway.url, 'luis@example.org', shown)).status).toBe(200)
})

test('the page of an operator who is disabled leads to sign-in, and the last administrator stays', async () => {
  const { operator, cookie } = await givenSignedIn(gateway, 'operador')
  const theirs = await openSignedIn(cookie, '/audit')
  await seen(theirs.getByText('en vivo'))
  const page = await openSignedIn(gateway.cookie, '/operators')

  await choose(page, operator.name, 'Desactivar…')
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()

  await seen(theirs.getByText('Tu sesión ha terminado. Vuelve a entrar para seguir.'))
  await seen(rows(page).filter({ hasText: operator.email }).getByText('Desactivado'))
  await choose(page, 'Administrador', 'Desactivar…')
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await seen(
    page.getByRole('alert').getByText('Administrador es el último administrador con contraseña: nombra antes a otro.'),
  )
})

test('a role holds at once, on open pages too: without it operators are neither offered nor shown', async () => {
  const { operator, cookie } = await givenSignedIn(gateway, 'admin')
  const page = await openSignedIn(cookie, '/operators')
  await seen(page.getByRole('button', { name: 'Añadir operador' }))
  await seen(page.getByText('en vivo'))
  const sections = page.getByRole('navigation', { name: 'Secciones' })
  const entry = sections.getByRole('link', { name: 'Operadores' })
  await seen(entry)

  await gateway.data(`mutation { changeOperatorRole(id: "${operator.id}", role: lector) { id } }`)

  await seen(page.getByText('Solo los administradores ven y cambian los operadores.'))
  await seen(page.getByText(/^Tu rol es lector/))
  await seen(sections.getByRole('link', { name: 'Auditoría' }))
  expect(await entry.count()).toBe(0)
})

test('changing the password keeps this session and ends the others; so does ending them one by one', async () => {
  const { operator, cookie } = await givenSignedIn(gateway, 'lector')
  const other = await signIn(gateway.url, operator.email, password)
  const page = await openSignedIn(cookie, '/account')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const change = async (current: string, next: string, again = next) => {
    await field('Contraseña actual').fill(current)
    await field('Contraseña nueva').fill(next)
    await field('Repite la contraseña nueva').fill(again)
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
  }
  await seen(rows(page).getByRole('button', { name: /^Cerrar la sesión/ }))

  await change(password, 'corta', 'otra')
  expect(await complaintOf(field('Contraseña nueva'))).toBe('Le faltan caracteres: al menos 12.')
  expect(await complaintOf(field('Repite la contraseña nueva'))).toBe('No es igual que la nueva.')
  await change('no-es-esta', 'una-clave-bien-nueva')
  await seen(page.getByText('No es la contraseña que tienes ahora.'))
  expect(await complaintOf(field('Contraseña actual'))).toBe('No es la contraseña que tienes ahora.')
  await until('the field has the focus', () => hasFocus(field('Contraseña actual')))
  await change(password, 'una-clave-bien-nueva')

  await seen(page.getByText('Contraseña cambiada. Tus demás sesiones se han cerrado.'))
  await until('one session is left', async () => (await rows(page).count()) === 1)
  await seen(rows(page).getByText('esta sesión'))
  expect((await sessionOf(other)).status).toBe(401)

  const third = await signIn(gateway.url, operator.email, 'una-clave-bien-nueva')
  await page.reload()
  await page.getByRole('button', { name: /^Cerrar la sesión/ }).click()
  await until('one session is left again', async () => (await rows(page).count()) === 1)
  expect((await sessionOf(third)).status).toBe(401)

  await page.getByRole('button', { name: 'Cerrar todas…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar todas' }).click()
  await seen(page.getByRole('button', { name: 'Entrar' }))
  expect((await sessionOf(cookie)).status).toBe(401)
  expect(await page.getByText('Tu sesión ha terminado').count()).toBe(0)
})

const readyWhen: readonly [what: string, path: () => string, (page: Page) => Locator][] = [
  ['the audit trail', () => '/audit', (page) => rows(page).getByText('customer.unlock')],
  ['an entry of the audit trail', () => unlockEntry, (page) => page.getByRole('dialog').getByText('customer.unlock')],
  ['the page of operators', () => '/operators', (page) => rows(page).getByText('ana@example.org')],
  ['the page of the own account', () => '/account', (page) => rows(page).getByText('esta sesión')],
]

for (const [what, path, ready] of readyWhen) {
  test(`everybody can use ${what}, on a phone too`, async () => {
    const page = await openSignedIn(gateway.cookie, path())
    await seen(ready(page))

    expect(await flawsOf(page)).toEqual([])
  })
}

const openSignedIn = (cookie: string, path: string) => openPage(gateway.url, path, cookie)

async function choose(page: Page, name: string, what: string) {
  await page.getByRole('button', { name: `Cambiar a ${name}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

const seen = (locator: Locator) => locator.first().waitFor()

/** Waits until these are the rows, and no others. */
const showsOnly = (page: Page, texts: readonly RegExp[]) =>
  until(`the rows are ${texts.join(', ')}`, async () => {
    const shown = await rows(page).allTextContents()
    return shown.length === texts.length && texts.every((text, index) => text.test(shown[index] ?? ''))
  })

/** The text of a comparison's row beside its field name. */
const cellsOf = (within: Locator, field: string) =>
  within
    .getByRole('row')
    .filter({ has: within.page().getByRole('rowheader', { name: new RegExp(`^${field}\\b`) }) })
    .first()
    .getByRole('cell')
    .allTextContents()

const complaintOf = async (field: Locator) => {
  const page = field.page()
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()))
  return texts.join(' ')
}

const hasFocus = (locator: Locator) =>
  locator.evaluate((element: { ownerDocument: { activeElement: unknown } }) => {
    return element.ownerDocument.activeElement === element
  })

const sessionOf = (cookie: string) => fetch(`${gateway.url}/api/admin/auth/session/`, { headers: { cookie } })
