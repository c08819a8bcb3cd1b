// Takes pictures of the pages of a running Vigía, in both themes: npm run screenshots -- [--url http://localhost:4000]
// Signs in as ADMIN_EMAIL with ADMIN_PASSWORD; best while `npm run demo` has been running for a quarter of an hour.
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4000' },
    to: { type: 'string', default: 'docs/images' },
  },
})
const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '', CHROMIUM_PATH = '/usr/bin/chromium' } = process.env

const large = { width: 1280, height: 800 }
const wall = { width: 1920, height: 1080 }
const phone = { width: 360, height: 740 }

/** A picture: its name, the page, the size, and what to do before it is taken. */
type Picture = { name: string; path: string; size?: typeof large; prepare?: (page: Page) => Promise<unknown> }

const first = (page: Page) => page.getByRole('table').first().locator('tbody').getByRole('link').first()
const open = async (page: Page) => first(page).click()

const pictures: readonly Picture[] = [
  { name: 'overview', path: '/' },
  { name: 'overview-phone', path: '/', size: phone },
  { name: 'wall', path: '/?pared', size: wall },
  { name: 'endpoints', path: '/endpoints' },
  { name: 'endpoints-phone', path: '/endpoints', size: phone },
  { name: 'endpoint', path: `/endpoints/${encodeURIComponent('GET /api/admin/search/')}` },
  { name: 'incidents', path: '/incidents' },
  { name: 'incident', path: '/incidents', prepare: open },
  { name: 'libraries', path: '/libraries' },
  { name: 'library', path: '/libraries/DEMO-02' },
  { name: 'customers', path: '/customers' },
  { name: 'customer', path: '/customers/ej-3' },
  { name: 'integrations', path: '/integrations' },
  { name: 'integration', path: '/integrations/sinli_inbound' },
  { name: 'messages', path: '/messages' },
  { name: 'message', path: '/messages?status=PROCESSED', prepare: open },
  { name: 'audit', path: '/audit' },
  { name: 'operators', path: '/operators' },
  { name: 'account', path: '/account' },
  {
    name: 'notifications',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: /^Notificaciones/ }).click(),
  },
  { name: 'search', path: '/', prepare: search },
]

mkdirSync(values.to, { recursive: true })
const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const theme of ['light', 'dark'] as const) await takeAll(browser, theme)
} finally {
  await browser.close()
}

async function takeAll(from: Browser, theme: 'light' | 'dark') {
  const context = await from.newContext({ baseURL: values.url, locale: 'es-ES', colorScheme: theme, viewport: large })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('en vivo').first().waitFor()
  for (const picture of pictures) {
    await take(page, picture, `${values.to}/${picture.name}-${theme}.png`)
    console.error(`${picture.name}-${theme}.png`)
  }
  await context.close()
}

async function take(page: Page, { path, size = large, prepare }: Picture, file: string) {
  await page.setViewportSize(size)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  // Skeletons make room for what is to come: the picture waits for it.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(400)
  await page.screenshot({ path: file })
}

async function search(page: Page) {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').last().fill('libreria')
}
