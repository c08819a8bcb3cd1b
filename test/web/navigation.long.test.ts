/// <reference lib="dom" />
// cspell:ignore lector
import type { Page } from 'playwright-core'
import { flawsOf } from '../support/browser/axe.ts'
import { askedIn } from '../support/browser/graphql-request.ts'
import { givenBrowser } from '../support/browser/browser.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'
import { pressSequence } from '../support/browser/keyboard.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { until } from '../support/until.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
let admin: string
let lector: string
beforeAll(async () => {
  gateway = await givenGateway()
  admin = (await givenSignedIn(gateway, 'admin')).cookie
  lector = (await givenSignedIn(gateway, 'lector')).cookie
})
afterAll(() => gateway[Symbol.asyncDispose]())

const phone = { width: 320, height: 640 }

/** The titles of the pages that an administrator is offered, by group. */
const everything = {
  Ahora: ['Resumen', 'Altas', 'Incidentes', 'Endpoints', 'Integraciones'],
  Comercio: ['Librerías', 'Clientes', 'Mensajes SINLI', 'Proveedores'],
  Rastro: ['Auditoría', 'Traza'],
  Ajustes: ['Avisos', 'Mantenimiento', 'Servicios', 'Operadores'],
}

test('the rail holds the pages in groups, and marks the current one, also on the page of one of its records', async () => {
  const page = await open('/')

  expect(await groupsOf(page)).toEqual(everything)
  expect(await currentOf(page)).toEqual(['Resumen'])
  await links(page).getByRole('link', { name: 'Librerías' }).click()
  await page.waitForURL('**/libraries')
  await page.getByRole('link', { name: 'Librería de ejemplo Aurora' }).click()

  await page.waitForURL('**/libraries/EJ-001')
  expect(await currentOf(page)).toEqual(['Librerías'])
})

test('what a role may not see is left out of the rail, the shortcuts and the search', async () => {
  const page = await open('/', lector)

  expect(await groupsOf(page)).toEqual({ ...everything, Ajustes: ['Avisos', 'Mantenimiento', 'Servicios'] })
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Ir a Incidentes').waitFor()
  expect(await page.getByRole('dialog').getByText('Ir a Operadores').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('o')
  expect(await page.getByRole('option', { name: 'Operadores' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await pressSequence(page, 'g', 'o')
  await pressSequence(page, 'g', 'a')

  await page.waitForURL('**/audit')
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('g and a letter open each page, as the list of shortcuts says', async () => {
  const page = await open('/audit')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Ir a Resumen').waitFor()
  const lines = dialog.locator('dl > div').filter({ hasText: 'Ir a' })
  const titles = (await lines.locator('dt').allTextContents()).map((title) => title.replace('Ir a ', ''))
  const keys = await lines.locator('dd > span:last-of-type').allTextContents()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  expect(titles).toEqual(Object.values(everything).flat())
  for (const [index, title] of titles.entries()) {
    await pressSequence(page, 'g', keys[index] ?? '')
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    expect(await currentOf(page)).toEqual([title])
  }
})

test('the rail is operated by the keyboard alone, and stays reduced to icons', async () => {
  const page = await open('/')
  const incidents = links(page).getByRole('link', { name: 'Incidentes' })

  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Ir al contenido')
  await tabTo(page, 'Altas')
  await page.keyboard.press('Tab')
  expect(await incidents.evaluate((link) => link === document.activeElement)).toBe(true)
  await tabTo(page, 'Contraer')
  const wide = await widthOf(page)
  await page.keyboard.press('Enter')
  expect(await focused(page)).toBe('Mostrar los nombres de las secciones')
  expect(await widthOf(page)).toBeLessThan(wide / 3)
  await page.reload()

  await page.getByRole('button', { name: 'Mostrar los nombres de las secciones' }).waitFor()
  expect(await widthOf(page)).toBeLessThan(wide / 3)
  await incidents.focus()
  await page.getByRole('tooltip', { name: 'Incidentes' }).waitFor()
  expect(await flawsOf(page)).toEqual([])
  await incidents.press('Enter')
  await page.waitForURL('**/incidents')
})

test('on a phone the pages are in a drawer, which gives the focus back, or to the page that was chosen', async () => {
  const page = await open('/endpoints')
  await page.setViewportSize(phone)
  const menu = page.getByRole('button', { name: 'Menú' })
  expect(await links(page).count()).toBe(0)
  expect(await isTooWide(page)).toBe(false)

  await menu.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menú' })
  await drawer.getByRole('link', { name: 'Resumen' }).waitFor()
  expect(await groupsOf(page)).toEqual(everything)
  expect(await currentOf(page)).toEqual(['Endpoints'])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await until('the button has the focus', async () => (await focused(page)) === 'Menú')

  await menu.click()
  await drawer.getByRole('link', { name: 'Auditoría' }).click()
  await page.waitForURL('**/audit')
  await drawer.waitFor({ state: 'detached' })
  await until('the page has the focus', () =>
    page.getByRole('main').evaluate((main) => main === document.activeElement),
  )
  // To choose the page that is open closes the drawer too.
  await menu.click()
  await drawer.getByRole('link', { name: 'Auditoría' }).click()
  await drawer.waitFor({ state: 'detached' })
})

test('the drawer breaks no rule of accessibility, and gives way to the rail where the window becomes wide', async () => {
  const page = await open('/')
  await page.setViewportSize({ width: 1023, height: 800 })
  await page.getByRole('button', { name: 'Menú' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menú' })
  await drawer.getByRole('link', { name: 'Resumen' }).waitFor()
  await page.setViewportSize({ width: 1024, height: 800 })
  await drawer.waitFor({ state: 'detached' })

  expect(await links(page).count()).toBe(1)
  expect(await isTooWide(page)).toBe(false)
  expect(await flawsOf(page)).toEqual([])
})

test('the count beside the incidents is that of the open ones, live, on the rail and in the drawer', async () => {
  await using gateway = await givenGateway()
  const page = await openPage(gateway.url, '/audit', gateway.cookie)
  await page.getByText('en vivo').first().waitFor()
  await links(page).getByRole('link', { name: 'Incidentes', exact: true }).waitFor()

  await librariesFail(gateway)

  await links(page).getByRole('link', { name: 'Incidentes (1 abierto)' }).waitFor()
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Menú' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Incidentes (1 abierto)' }).waitFor()
})

test('no page scrolls sideways beside the rail, on the narrowest window that has it', async () => {
  const page = await open('/')
  await page.setViewportSize({ width: 1024, height: 800 })

  for (const title of Object.values(everything).flat()) {
    await links(page).getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.locator('main [aria-busy="true"], main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    expect({ title, isTooWide: await isTooWide(page) }).toEqual({ title, isTooWide: false })
  }
})

test('the page that does not exist opens the search', async () => {
  const page = await open('/no/such-page')

  await page.getByRole('main').getByRole('button', { name: 'Buscar en Vigía' }).click()
  await page.getByRole('combobox', { name: 'Buscar en Vigía' }).fill('incidentes')
  await page.keyboard.press('Enter')

  await page.waitForURL('**/incidents')
})

test('the shell is painted in the chosen theme, and the session requested, before any script arrives', async () => {
  const page = await open('/')
  await page.evaluate("localStorage.setItem('mantine-color-scheme-value', 'dark')")
  await page.emulateMedia({ colorScheme: 'light' })
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  let sessions = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && askedIn(request).query.includes('CurrentSession')) sessions += 1
  })
  const letGo = await holdAssets(page)
  const answered = page.waitForResponse('**/graphql')

  await page.reload({ waitUntil: 'commit' })

  await page.locator('#shell').getByText('Vigía').waitFor()
  await answered
  await until('something is painted', () =>
    page.evaluate<boolean>("performance.getEntriesByName('first-contentful-paint').length > 0"),
  )
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(19, 20, 23)')
  expect(await page.locator('#root').count()).toBe(0)
  expect(sessions).toBe(1)
  letGo()

  await page.getByText('en vivo').first().waitFor()
  expect(await page.locator('#shell').count()).toBe(0)
  expect(sessions).toBe(1)
  expect(violations).toEqual([])
})

test('Escape in the notifications returns the focus to the button that opened them', async () => {
  const page = await open('/')
  const button = page.getByRole('button', { name: /^Notificaciones/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Endpoints fallando').waitFor()

  await page.keyboard.press('Escape')

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction((element) => element === document.activeElement, await button.elementHandle())
})

const listPages = [
  '/',
  ...['/incidents', '/endpoints', '/integrations', '/libraries', '/customers'],
  ...['/messages', '/suppliers', '/audit', '/services', '/operators'],
]

test('on a phone every list fits the width, and whatever is tapped is 44 px high', async () => {
  await librariesFail(gateway)
  const page = await open('/')
  await page.setViewportSize({ width: 360, height: 740 })
  const flaws: string[] = []

  for (const path of listPages) {
    await page.goto(path)
    await page.getByText('en vivo').first().waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    const filters = page.getByRole('button', { name: /^Filtros/ })
    if ((await filters.count()) > 0) await filters.click()
    if (await isTooWide(page)) flaws.push(`${path} scrolls sideways`)
    flaws.push(...(await lowTargets(page)).map((target) => `${path}: ${target}`))
  }

  expect(flaws).toEqual([])
})

test('on a phone the filters are behind one button, which counts them and works by keyboard', async () => {
  const page = await open('/incidents?kind=ENDPOINTS&situation=open')
  await page.setViewportSize({ width: 360, height: 740 })
  const button = page.getByRole('button', { name: 'Filtros (2)' })
  const field = page.getByLabel('Situación')
  expect(await field.isVisible()).toBe(false)

  await button.focus()
  await page.keyboard.press('Enter')
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Tab')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.selectOption('')
  await page.getByRole('button', { name: 'Filtros (1)' }).press('Enter')

  expect(await field.isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Filtros (1)' }).getAttribute('aria-expanded')).toBe('false')
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await field.isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Filtros/ }).isVisible()).toBe(false)
})

test('the page to sign in carries the mark, and fits the narrowest phone', async () => {
  const page = await openPage(gateway.url, '/sign-in')
  await page.setViewportSize(phone)

  const mark = page.getByRole('main').locator('img')
  await mark.waitFor()
  expect(await mark.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
  await page.getByRole('heading', { level: 1, name: 'Vigía' }).waitFor()
  expect(await isTooWide(page)).toBe(false)
})

async function open(path: string, cookie = admin): Promise<Page> {
  const page = await openPage(gateway.url, path, cookie)
  await page.getByText('en vivo').first().waitFor()
  return page
}

/**
 * The controls that cannot be tapped on 44 px of height, except for links within running text and the one for keyboards.
 * The first link of a row is tapped anywhere on its row, and a checkbox on its label.
 */
const lowTargets = (page: Page) => page.evaluate(findLowTargets)

function findLowTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => element.getBoundingClientRect().width > 1 && !element.matches('p a, dd a, [href="#content"]'))
    .flatMap((element) => {
      const row = element.closest('[role=row]')
      const isRowLink = row?.querySelector('a') === element
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
      const target = (isRowLink ? row : element.matches('[type=checkbox]') && label) || element
      target.scrollIntoView({ block: 'center' })
      const box = target.getBoundingClientRect()
      const x = box.left + Math.min(box.width / 2, 30)
      const middle = box.top + box.height / 2
      const height = isRowLink
        ? box.height
        : Array.from({ length: 121 }, (_, index) => document.elementFromPoint(x, middle - 60 + index)).filter(
            (hit) => hit !== null && (target.contains(hit) || hit === label),
          ).length
      return height >= 44 ? [] : [`${element.tagName} ${element.ariaLabel ?? element.innerText}, ${String(height)} px`]
    })
}

/** Keeps scripts and style sheets from arriving, until they are let go. */
async function holdAssets(page: Page): Promise<() => void> {
  let letGo: () => void = () => undefined
  const free = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
    await free
    await route.continue()
  })
  return letGo
}

const links = (page: Page) => page.getByRole('navigation', { name: 'Secciones' })

/** The names of the pages in each group. */
async function groupsOf(page: Page): Promise<Record<string, string[]>> {
  const groups: Record<string, string[]> = {}
  for (const group of await links(page).locator('div').all()) {
    const names = await group.getByRole('link').locator('span:first-of-type').allTextContents()
    groups[(await group.locator('p').textContent()) ?? ''] = names
  }
  return groups
}

const currentOf = (page: Page) => links(page).locator('[aria-current=page] span:first-of-type').allTextContents()

const widthOf = async (page: Page) => (await links(page).boundingBox())?.width ?? 0

/** The accessible name of what has the focus, where it has one of its own, or else its text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element?.ariaLabel ?? (element instanceof HTMLElement ? element.innerText.trim() : '')
  })

async function tabTo(page: Page, name: string) {
  for (let step = 0; step < 30 && (await focused(page)) !== name; step += 1) await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(name)
}

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Long enough, and bad enough, for `GET /api/admin/libraries/` to be judged Fallando. */
async function librariesFail(gateway: GivenGateway) {
  await gateway.pass(60)
  for (let step = 0; step < 6; step += 1) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(10)
  }
}
