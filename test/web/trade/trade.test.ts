import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { longTest } from '../../support/extent.ts'
import { givenGateway, times, type GivenGateway, type Observation } from '../../support/gateway.ts'
import { givenTrade, mailOf, pedido, shop, supplier } from '../../support/sinli/inbound.ts'
import { pressSequence } from '../../support/browser/keyboard.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
let message: { id: string }
beforeAll(async () => {
  gateway = await givenGateway()
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  await trade.registerSupplier(supplier)
  message = await trade.send(mailOf(pedido()))
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('a locked customer is found without accents, opened and unlocked, and the history tells who did it', async () => {
  const page = await signedIn()

  await page.keyboard.press('Control+k')
  await search(page).fill('inigo figur')
  await page.keyboard.press('Enter')

  await seen(page.getByRole('heading', { level: 1, name: 'Íñigo Figurado' }))
  await seen(page.getByText('Demasiados intentos de acceso'))

  await page.getByRole('button', { name: 'Desbloquear…' }).click()
  await page.getByLabel('Motivo').fill('Ha llamado, y era él.')
  await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear', exact: true }).click()

  await seen(page.getByText('Puede entrar en la plataforma.'))
  await seen(page.getByText(/^Desbloqueado .* la plataforma aún no lo ha leído\.$/))
  const history = page.getByRole('region', { name: 'Historial del acceso' })
  await seen(history.getByText('Desbloqueado por ana@example.org'))
  await seen(history.getByText('Ha llamado, y era él.'))
  expect(await page.getByRole('button', { name: 'Desbloquear…' }).count()).toBe(0)
})

longTest('a lector sees why a customer is locked, and is not offered to change it', async () => {
  const { cookie } = await givenSignedIn(gateway, 'lector')

  const page = await signedIn('/customers/ej-3', cookie)

  await seen(page.getByText('Demasiados intentos de acceso'))
  expect(await page.getByRole('button', { name: /Desbloquear/ }).count()).toBe(0)
})

longTest('filters survive reloading, and the way back from what they found', async () => {
  const page = await signedIn('/customers')

  await page.getByLabel('Acceso', { exact: true }).selectOption('Bloqueado')
  await page.getByLabel('Buscar', { exact: true }).fill('camila')
  await page.waitForURL('**/customers?locked=yes&q=camila')
  await seen(page.getByText('1 cliente', { exact: true }))
  await page.reload()
  await seen(page.getByText('1 cliente', { exact: true }))
  await page.getByRole('link', { name: 'Camila Ficción' }).click()
  await seen(page.getByRole('heading', { level: 1, name: 'Camila Ficción' }))
  await page.goBack()

  await seen(page.getByText('1 cliente', { exact: true }))
  expect(await page.getByLabel('Buscar', { exact: true }).inputValue()).toBe('camila')
  expect(await rows(page).count()).toBe(1)
})

test('a bookshop tells how it is, with the numbers, who buys there, and what it sent', async () => {
  await libraryFails(shop)

  const page = await signedIn('/libraries')
  await page.getByLabel('Estado', { exact: true }).selectOption('Fallando')
  await seen(rows(page).getByText(/^\d+ de \d+ fallidas/))
  await page.getByRole('link', { name: `Librería ${shop}` }).click()

  await seen(page.getByText(/^\d+ de \d+ fallidas/))
  await seen(page.getByRole('link', { name: 'Ver el incidente abierto' }))
  await seen(page.getByRole('region', { name: 'Mensajes SINLI' }).getByRole('link', { name: 'PEDIDO' }))
  await page.goto('/libraries/EJ-001')
  const customers = page.getByRole('region', { name: 'Clientes' }).getByRole('listitem')
  await seen(customers.getByText('Ágata Ejemplo'))
  expect(await customers.count()).toBe(2)
})

test.each([
  ['978-84-00-00000-4', 'an ISBN'],
  [shop, 'a SINLI id'],
])('%p, which is %s, leads to the message by the keyboard alone', async (looked) => {
  const page = await signedIn()

  await page.keyboard.press('/')
  await search(page).waitFor()
  await page.keyboard.type(looked)
  const hit = page.getByRole('group', { name: 'Mensajes SINLI' }).getByRole('option')
  await seen(hit)
  for (let step = 0; (await hit.getAttribute('aria-selected')) !== 'true' && step < 9; step += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  await page.waitForURL(`**/messages/${message.id}`)
})

longTest('the palette goes to sections, keeps what was looked for, and gives the focus back', async () => {
  const page = await signedIn()
  await page.getByRole('button', { name: 'Buscar' }).focus()

  await page.keyboard.press('Control+k')
  await search(page).fill('zzz')
  await seen(page.getByText('Nada encontrado para «zzz»'))
  await page.keyboard.press('Escape')
  await search(page).waitFor({ state: 'detached' })
  expect(await page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.innerText')).toMatch(
    /^Buscar/,
  )

  await page.keyboard.press('Control+k')
  await search(page).fill('aurora')
  await page.keyboard.press('Enter')
  await seen(page.getByRole('heading', { level: 1, name: 'Librería de ejemplo Aurora' }))
  await pressSequence(page, 'g', 'c')
  await seen(page.getByRole('heading', { level: 1, name: 'Clientes' }))
  await page.getByLabel('Buscar', { exact: true }).pressSequentially('gl?/')
  expect(await page.getByLabel('Buscar', { exact: true }).inputValue()).toBe('gl?/')
  await page.keyboard.press('Control+k')
  await seen(page.getByRole('group', { name: 'Búsquedas recientes' }).getByRole('option', { name: 'aurora' }))
})

longTest('no page of these breaks a rule of accessibility, or is wider than a phone', async () => {
  const page = await signedIn()
  const found: string[] = []
  const look = async (what: string) => {
    found.push(...(await flawsOf(page)).map((flaw) => `${what}, ${flaw}`))
  }

  for (const [path, text] of [
    ['/libraries', 'EJ-001'],
    [`/libraries/${shop}`, 'PEDIDO'],
    ['/customers', 'ej-1'],
    ['/customers/ej-3', 'Bloqueado por la plataforma'],
  ] as const) {
    await page.goto(path)
    await seen(page.getByText(text))
    await look(path)
  }
  await page.getByRole('button', { name: 'Desbloquear…' }).click()
  await seen(page.getByLabel('Motivo'))
  await look('unlocking')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await search(page).fill('ejemplo')
  await seen(page.getByRole('group', { name: 'Librerías' }))
  await look('the palette')

  expect(found).toEqual([])
})

const search = (page: Page) => page.getByRole('combobox', { name: 'Buscar en Vigía' })

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

const seen = (locator: { first: () => { waitFor: () => Promise<void> } }) => locator.first().waitFor()

async function signedIn(path = '/', cookie = gateway.cookie): Promise<Page> {
  const page = await openPage(gateway.url, path, cookie)
  await seen(page.getByText('en vivo'))
  return page
}

/** Long enough, and bad enough, for a library to be judged Fallando. */
async function libraryFails(code: string) {
  const failure: Observation = { kind: 'library', id: code, ok: false, durationMs: 80 }
  await gateway.pass(60)
  for (let step = 0; step < 12; step += 1) {
    await gateway.report(...times(5, failure))
    await gateway.pass(10)
  }
}
