import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { waitTimeoutMs } from '../until.ts'

export type { APIRequestContext, Browser, Page } from 'playwright-core'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const viewport = { width: 1280, height: 800 }

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const support = fileURLToPath(new URL('.', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** A headless browser for the tests of a file, with a page for each test. */
export async function givenBrowser() {
  const browser = await launchBrowser()
  const pages = givenPages(browser)
  afterEach(() => pages.reset())
  afterAll(() => browser.close())

  return {
    /**
     * Opens a path of an origin in a page that shares no cookie and no storage with any other. `cookie` is a session
     * to be signed in with.
     */
    openPage: async (url: string, path = '/', cookie?: string): Promise<Page> => {
      const page = await pages.take(url)
      await clearStorage(page)
      if (cookie) await page.context().addCookies([cookieFrom(cookie, url)])
      await page.goto(path)
      return page
    },
  }
}

/**
 * The pages of one test. The first is kept for later tests on the same origin: loading a site in a process that has
 * shown it before takes half the CPU that a new one takes.
 */
function givenPages(browser: Browser) {
  let kept: { page: Page; url: string } | null = null
  let isTaken = false
  const others: Page[] = []

  return {
    async take(url: string): Promise<Page> {
      if (isTaken) {
        const other = await newPage(browser, url)
        others.push(other)
        return other
      }
      isTaken = true
      if (kept && kept.url !== url) {
        await kept.page.context().close()
        kept = null
      }
      if (!kept) {
        kept = { page: await newPage(browser, url), url }
        kept.page.once('crash', () => (kept = null))
      }
      return kept.page
    },
    async reset() {
      isTaken = false
      await Promise.all(others.splice(0).map((other) => other.context().close()))
      if (kept?.page.isClosed()) kept = null
      if (!kept) return
      await kept.page.unrouteAll({ behavior: 'ignoreErrors' })
      await kept.page.setViewportSize(viewport)
      await kept.page.emulateMedia({ colorScheme: null, reducedMotion: null })
    },
  }
}

async function newPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'es-ES', viewport })
  context.setDefaultTimeout(waitTimeoutMs)
  return context.newPage()
}

async function clearStorage(page: Page) {
  await page.context().clearCookies()
  if (page.url().startsWith('http')) await page.evaluate('localStorage.clear()')
}

function cookieFrom(header: string, url: string) {
  const [name = '', value = ''] = header.split('=')
  return { name, value, url }
}

/**
 * Starts a headless Chromium: `CHROMIUM_PATH`, else one that is installed, else the packaged one.
 * @throws when none of them starts.
 */
export async function launchBrowser(): Promise<Browser> {
  const reasons: string[] = []
  // A second time each: on a loaded machine Chromium has ended by SIGSEGV as it started.
  for (const find of candidates().flatMap((candidate) => [candidate, candidate])) {
    try {
      const { executablePath, env } = find()
      return await chromium.launch({ executablePath, args: flags, env: { ...process.env, ...env } })
    } catch (error) {
      reasons.push(essenceOf(error))
    }
  }
  throw new Error(`No browser could be started; set CHROMIUM_PATH to one that does. ${reasons.join(' ')}`)
}

type Candidate = () => { executablePath: string; env?: Record<string, string> }

// CHROMIUM_PATH is the only candidate if it is set.
function candidates(): Candidate[] {
  const named = process.env.CHROMIUM_PATH
  if (named) return [() => ({ executablePath: named })]
  return [
    ...installed.filter((path) => existsSync(path)).map((path) => () => ({ executablePath: path })),
    packagedBrowser,
  ]
}

/**
 * The Chromium of `@sparticuz/chromium`, for Linux on x64, with the system libraries it needs. Its own fontconfig names
 * folders that do not exist here, and Chromium aborts on any text if it finds no font at all: fonts.conf names folders
 * below test/node_modules, so the fonts are the same on every machine.
 */
function packagedBrowser() {
  const folder = unpacked()
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(support, 'fonts.conf') },
  }
}

// Playwright adds a log of a hundred lines: the last that the browser wrote, and how it exited, say why.
function essenceOf(error: unknown): string {
  const [first = '', ...rest] = (error instanceof Error ? error.message : String(error)).split('\n')
  const lastWith = (mark: string) => rest.filter((line) => line.includes(mark)).slice(-1)
  return [first, ...lastWith('[err]'), ...lastWith('process did exit')].join(' ')
}

/** Unpacks the packaged Chromium, its fonts and its system libraries, once for each installation of node_modules. */
function unpacked(): string {
  const folder = join(modules, '.cache/chromium')
  if (existsSync(folder)) return folder

  mkdirSync(dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  // The package unpacks into the temporary folder, and its libraries only if the environment is that of a Lambda.
  const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"
  execFileSync(process.execPath, ['--eval', unpack], { env, cwd: modules, stdio: 'pipe' })
  settle(fresh, folder)
  return folder
}

// If two test files unpack at the same time, the first one to finish moves its copy into place.
function settle(fresh: string, folder: string) {
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
