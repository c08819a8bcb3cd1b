// Takes screenshots of a running Vigía in both themes: npm run screenshots -- [--url http://localhost:4000] [--all]
// Signs in as ADMIN_EMAIL with ADMIN_PASSWORD; best after `npm run demo` has run for half an hour. Without `--all` it
// takes only those in the repository.
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4000' },
    to: { type: 'string', default: 'docs/images' },
    all: { type: 'boolean', default: false },
  },
})
const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '', CHROMIUM_PATH = '/usr/bin/chromium' } = process.env

const large = { width: 1280, height: 800 }
const wall = { width: 1920, height: 1080 }
const phone = { width: 360, height: 740 }

/**
 * A screenshot: its name, page and size, the steps before it, its only theme if it has just one, and whether it is in
 * the repository.
 */
type Picture = {
  name: string
  path: string
  size?: typeof large
  prepare?: (page: Page) => Promise<unknown>
  theme?: Theme
  kept?: true
}
type Theme = 'light' | 'dark'

const first = (page: Page) => page.getByRole('table').first().locator('tbody').getByRole('link').first()
const open = async (page: Page) => first(page).click()

const pictures: readonly Picture[] = [
  { name: 'overview', path: '/', kept: true },
  { name: 'overview-phone', path: '/', size: phone, kept: true },
  // The wall is dark by default.
  { name: 'wall', path: '/?pared', size: wall, theme: 'dark', kept: true },
  { name: 'endpoints', path: '/endpoints', kept: true },
  { name: 'endpoints-phone', path: '/endpoints', size: phone },
  { name: 'endpoint', path: `/endpoints/${encodeURIComponent('GET /api/admin/search/')}?window=1h`, kept: true },
  { name: 'incidents', path: '/incidents' },
  { name: 'incident', path: '/incidents?situation=open', prepare: open, kept: true },
  { name: 'incident-phone', path: '/incidents', size: phone, prepare: open },
  { name: 'libraries', path: '/libraries' },
  { name: 'library', path: '/libraries/DEMO-01' },
  { name: 'customers', path: '/customers' },
  { name: 'customer', path: '/customers/ej-3' },
  { name: 'integrations', path: '/integrations' },
  { name: 'integration', path: '/integrations/sinli_inbound' },
  { name: 'messages', path: '/messages' },
  { name: 'message', path: '/messages?status=PROCESSED', prepare: open, kept: true },
  { name: 'audit', path: '/audit' },
  { name: 'audit-entry', path: '/audit', prepare: open },
  { name: 'operators', path: '/operators' },
  { name: 'account', path: '/account' },
  {
    name: 'notifications',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: /^Notificaciones/ }).click(),
    kept: true,
  },
  { name: 'search', path: '/', prepare: search, kept: true },
]

mkdirSync(values.to, { recursive: true })
const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const theme of ['light', 'dark'] as const) await takeAll(browser, theme)
} finally {
  await browser.close()
}

async function takeAll(from: Browser, theme: Theme) {
  const context = await from.newContext({ baseURL: values.url, locale: 'es-ES', colorScheme: theme, viewport: large })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('en vivo').first().waitFor()
  for (const picture of pictures.filter(({ theme: only, kept }) => (only ?? theme) === theme && (kept ?? values.all))) {
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
  // Skeletons mark data that is still loading.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(400)
  await page.screenshot({ path: file })
}

async function search(page: Page) {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').last().fill('libreria')
}
