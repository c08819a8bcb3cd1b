import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const scriptTag = '<script type="module" src="/src/early.ts"></script>'

/** Queries without variables, by name: those of the frame on every page, and those of the overview. */
const queryNames = { frame: ['CurrentSession', 'Notifications'], overview: ['Kinds', 'Inventory'] }

/**
 * Writes `early.ts` into the page of the application, and moves the style sheets behind the shell, which is then painted
 * before they arrive. In development `early.ts` is an ordinary module.
 */
export const earlyScript = (): Plugin[] => [
  {
    name: 'early-script-removed',
    apply: 'build',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(scriptTag, '<!--early-->') },
  },
  {
    name: 'early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        if (!html.includes('<!--early-->')) return html
        const code = await compile({ pages: pageFiles(bundle), queries: queryIds() })
        return moveStyles(html).replace('<!--early-->', () => `<script>${code}</script>`)
      },
    },
  },
]

async function compile(early: object): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { EARLY: JSON.stringify(early) },
    build: {
      write: false,
      rolldownOptions: { input: here('../src/early.ts'), output: { format: 'iife' } },
    },
  })
  const [chunk] = 'output' in result ? result.output : []
  if (chunk?.type !== 'chunk') throw new Error('early.ts was not compiled.')
  return chunk.code.trim()
}

/** Files that each page of routes.tsx needs beyond those of the entry. */
function pageFiles(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const chunkOf = (path: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === here(path))
    if (!chunk) throw new Error(`${path} is not a chunk of its own.`)
    return chunk
  }
  const loaded = new Set(withImports(chunkOf('../index.html'), bundle))
  const routes = [
    ...readFileSync(here('../src/routes.tsx'), 'utf8').matchAll(/page\('(.+?)'[^]*?import\('\.\/(.+?)'\)/g),
  ]
  if (routes.length === 0) throw new Error('routes.tsx has no pages.')
  return routes.map(([, path = '', module = '']) => {
    const files = withImports(chunkOf(`../src/${module}`), bundle).filter((chunk) => !loaded.has(chunk))
    const styles = files.flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])])
    return {
      pattern: `^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`,
      files: [...files.map(({ fileName }) => fileName), ...new Set(styles)].map((name) => name.replace('assets/', '')),
    }
  })
}

function withImports(chunk: Chunk, bundle: Bundle): Chunk[] {
  const found = new Set([chunk])
  for (const { imports } of found)
    for (const name of imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') found.add(imported)
    }
  return [...found]
}

function queryIds() {
  const documents = Object.entries(
    JSON.parse(readFileSync(here('../src/generated/persisted-documents.json'), 'utf8')) as Record<string, string>,
  )
  const idOf = (name: string) => {
    const [id] = documents.find(([, text]) => new RegExp(`\\bquery ${name}\\b`).test(text)) ?? []
    if (!id) throw new Error(`There is no query ${name}.`)
    return id
  }
  return { frame: queryNames.frame.map(idOf), overview: queryNames.overview.map(idOf) }
}

function moveStyles(html: string): string {
  const links = /\n\s*<link rel="stylesheet"[^>]*>/g
  const styles = (html.match(links) ?? []).join('')
  return html.replace(links, '').replace(/\n\s*<div id="root">/, (root) => styles + root)
}
