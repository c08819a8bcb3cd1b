import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const assets = new URL('../../../dist/web/assets/', import.meta.url)
const kilobyte = 1_000
const limit = 250 * kilobyte

it('loads the overview with at most 250 kB of JavaScript, compressed', () => {
  const loaded = withTheirImports([...namedInPage(), chunkOf('OverviewPage')])

  expect(loaded).not.toContainEqual(expect.stringMatching(/^(explorer|Charts|NotificationsDrawer)-/))
  expect(loaded.length).toBeGreaterThan(4)
  const bytes = loaded.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
  if (bytes > limit) throw new Error(`The first load takes ${Math.ceil(bytes / kilobyte)} kB:\n${largestFirst(loaded)}`)
})

it('loads what each page alone needs only with that page', () => {
  const first = withTheirImports(namedInPage())

  expect(first.filter((file) => /Page-/.test(file))).toEqual([])
})

it('needs at most 180 kB for the overview, as it is sent: the page, its style sheets and its scripts', () => {
  const page = readFileSync(new URL('../index.html', assets), 'utf8')
  const styles = [...page.matchAll(/href="\/assets\/([^"]+\.css)"/g)].map(([, file = '']) => file)
  const files = [...styles, ...withTheirImports([...namedInPage(), chunkOf('OverviewPage')])]

  expect(styles.length).toBeGreaterThan(0)
  const bytes = ['../index.html', ...files].reduce((sum, file) => sum + sentBytes(file), 0)
  expect(bytes).toBeLessThanOrEqual(180 * kilobyte)
})

/** The scripts that the page of the application names: its entry and what it says to fetch along with it. */
function namedInPage(): string[] {
  const page = readFileSync(new URL('../index.html', assets), 'utf8')
  return [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file)
}

const chunkOf = (name: string) =>
  readdirSync(assets).find((file) => file.startsWith(`${name}-`) && isScript(file)) ?? ''

/** These files and all that they cannot do without; what is only loaded later is not among them. */
function withTheirImports(files: readonly string[]): string[] {
  const found = new Set(files)
  for (const file of found) for (const imported of importsOf(file)) found.add(imported)
  return [...found]
}

const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)].map(([, name = '']) => name).filter(isScript)

const isScript = (file: string) => file.endsWith('.js')

/** The size of a file in Brotli, which the build leaves beside it unless it is small. */
function sentBytes(file: string): number {
  const compressed = new URL(`${file}.br`, assets)
  return statSync(existsSync(compressed) ? compressed : new URL(file, assets)).size
}

const read = (file: string) => readFileSync(new URL(file, assets), 'utf8')

const largestFirst = (files: readonly string[]) =>
  files
    .map((file) => ({ file, bytes: gzipSync(read(file)).length }))
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`)
    .join('\n')
