// Takes screenshots of a running Vigía in both themes: npm run screenshots -- [--url http://localhost:4000]
// Signs in as ADMIN_EMAIL with ADMIN_PASSWORD; best after `npm run demo` has run for half an hour. It takes those in the
// repository, with `--all` those of every page, and with `--only trace,chain` these. `--fill`, once for a gateway, first
// sends what the demo does not: onboardings, destinations, maintenance and tokens. Destinations take a SECRETS_KEY;
// `--receiver` is their URL.
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { launchBrowser, type Browser, type Page } from '../test/support/browser/browser.ts'
import { fill } from './screenshot-content.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4000' },
    to: { type: 'string', default: 'docs/images' },
    all: { type: 'boolean', default: false },
    fill: { type: 'boolean', default: false },
    receiver: { type: 'string', default: 'https://alerts.example.org/vigia' },
    only: { type: 'string' },
  },
})
const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '' } = process.env

const large = { width: 1280, height: 800 }
const tall = { width: 1280, height: 1100 }
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
  {
    name: 'endpoint',
    path: `/endpoints/${encodeURIComponent('GET /api/admin/search/')}?window=1h`,
    size: tall,
    kept: true,
  },
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
  { name: 'onboardings', path: '/onboarding', kept: true },
  { name: 'onboarding', path: '/onboarding/DEMO-01', kept: true },
  { name: 'onboarding-phone', path: '/onboarding/DEMO-01', size: phone },
  { name: 'unknown', path: '/onboarding?tab=unknown', kept: true },
  { name: 'trace', path: '/messages?document=DEVOLU', size: tall, prepare: trace, kept: true },
  { name: 'trace-phone', path: '/messages?document=DEVOLU', size: phone, prepare: trace },
  { name: 'chain', path: '/messages?document=DEVOLU', prepare: chain, kept: true },
  { name: 'alerts', path: '/alerts', kept: true },
  { name: 'destination', path: '/alerts', prepare: open, kept: true },
  { name: 'maintenance', path: '/maintenance', kept: true },
  { name: 'services', path: '/services', kept: true },
  { name: 'audit', path: '/audit' },
  { name: 'audit-entry', path: '/audit', prepare: open },
  { name: 'operators', path: '/operators' },
  { name: 'account', path: '/account' },
  { name: 'tokens', path: '/account', prepare: tokens, kept: true },
  {
    name: 'notifications',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: /^Notificaciones/ }).click(),
    kept: true,
  },
  { name: 'search', path: '/', prepare: search, kept: true },
]

mkdirSync(values.to, { recursive: true })
const browser = await launchBrowser()
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
  if (values.fill && theme === 'light') await fill(context.request, values.url, values.receiver)
  for (const picture of pictures.filter((candidate) => isWanted(candidate, theme))) {
    await take(page, picture, `${values.to}/${picture.name}-${theme}.png`)
    console.error(`${picture.name}-${theme}.png`)
  }
  await context.close()
}

function isWanted({ name, theme: only, kept }: Picture, theme: Theme) {
  if ((only ?? theme) !== theme) return false
  return values.only ? values.only.split(',').includes(name) : (kept ?? values.all)
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

async function trace(page: Page) {
  await open(page)
  await page.getByRole('link', { name: 'Ver la traza' }).click()
  await page.getByText('Cadena de documentos').waitFor()
}

async function chain(page: Page) {
  await open(page)
  await page.getByRole('link', { name: 'Cadena' }).click()
  await page.getByText('Cadena de documentos').waitFor()
}

async function tokens(page: Page) {
  await page.getByRole('heading', { name: 'Claves' }).evaluate((heading) => {
    heading.scrollIntoView()
  })
}
