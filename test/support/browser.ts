import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * A headless Chromium with a fresh profile: `CHROMIUM_PATH`, else one that is installed, else the one inside the package.
 * Its `test` is jest's own, or `test.skip` where no browser can be started; in CI that is a failure instead.
 */
export async function givenBrowser() {
  const browser = await start()
  if (typeof browser === 'string') {
    if (process.env.CI === 'true') throw new Error(`No browser could be started: ${browser}`)
    process.stderr.write(`Browser tests are skipped, no browser could be started: ${browser}\n`)
    return { test: test.skip, openPage: () => Promise.reject(new Error(browser)) }
  }
  afterAll(() => browser.close())

  return {
    test,
    /** A page that shares nothing with any other, no cookie and no storage. */
    openPage: async (url: string): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: url,
        locale: 'es-ES',
        viewport: { width: 1280, height: 800 },
      })
      const page = await context.newPage()
      await page.goto('/')
      return page
    },
  }
}

/** The first browser that starts, or the reasons why none does. */
async function start(): Promise<Browser | string> {
  const reasons: string[] = []
  for (const find of candidates()) {
    try {
      const { executablePath, env } = find()
      return await chromium.launch({ executablePath, args: flags, env: { ...process.env, ...env } })
    } catch (error) {
      reasons.push(essenceOf(error))
    }
  }
  return reasons.join(' ')
}

type Candidate = () => { executablePath: string; env?: Record<string, string> }

// Whoever names a browser wants that one and no other.
function candidates(): Candidate[] {
  const named = process.env.CHROMIUM_PATH
  if (named) return [() => ({ executablePath: named })]
  return [...installed.filter((path) => existsSync(path)).map((path) => () => ({ executablePath: path })), packaged]
}

function packaged() {
  const folder = unpacked()
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

// Playwright adds a log of a hundred lines; what the browser itself said is in those marked [err].
function essenceOf(error: unknown): string {
  const [first = '', ...rest] = (error instanceof Error ? error.message : String(error)).split('\n')
  return [first, ...rest.filter((line) => line.startsWith('[pid') && line.includes('[err]')).slice(-1)].join(' ')
}

/** Where the packaged Chromium lies unpacked, together with the system libraries it would otherwise ask for. */
function unpacked(): string {
  const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
  const folder = join(modules, '.cache/chromium')
  if (existsSync(folder)) return folder

  mkdirSync(dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  // The package unpacks into the temporary folder, and its libraries only where it believes itself in a Lambda.
  const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"
  execFileSync(process.execPath, ['--eval', unpack], { env, cwd: modules, stdio: 'pipe' })
  settle(fresh, folder)
  return folder
}

// Of two test files that unpack at once, one moves its copy into place and the other drops its own.
function settle(fresh: string, folder: string) {
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
