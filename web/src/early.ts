// Runs in the page itself, before anything else is loaded: applies the theme to the first paint, and starts what the
// application is going to need. `vite.config.ts` writes it into index.html; the server permits it by its hash.
import type { EarlyRequests } from './api/client/earlyResponses.ts'

/** Files of a page beyond those of the start, by the pattern of its path. */
type PageFiles = { pattern: string; files: readonly string[] }

/** Files of all pages, and ids of the queries that the frame and the overview begin with, filled in by the build. */
declare const EARLY: { pages: PageFiles[]; queries: { frame: string[]; overview: string[] } } | undefined

applyTheme()
if (typeof EARLY === 'object' && location.pathname !== '/sign-in') start(EARLY)

// Mantine's key. A browser may forbid the storage; then the system's theme applies.
function applyTheme() {
  try {
    const chosen = localStorage.getItem('mantine-color-scheme-value')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.mantineColorScheme = chosen
  } catch {
    return
  }
}

function start({ pages, queries }: NonNullable<typeof EARLY>) {
  const { pathname } = location
  ;(globalThis as EarlyRequests).earlyRequests = [...queries.frame, ...(pathname === '/' ? queries.overview : [])].map(
    send,
  )
  for (const { pattern, files } of pages) if (new RegExp(pattern).test(pathname)) files.forEach(preload)
}

function send(documentId: string) {
  const { language, variables } = inLanguageOfPage()
  const body = JSON.stringify({ documentId, variables })
  const headers = { accept: 'application/json', 'accept-language': language, 'content-type': 'application/json' }
  const response = fetch('/graphql', { method: 'POST', credentials: 'same-origin', headers, body }).then(readBody)
  // A failure is not reported here: the application sends the request again.
  response.catch(() => undefined)
  return { body, sentAt: performance.now(), response }
}

// As i18n.ts and client/language.ts do.
function inLanguageOfPage() {
  const language = localStorage.getItem('vigia.language') === 'en' ? 'en' : 'es'
  return { language, variables: { language: language.toUpperCase() } }
}

/** Reads the body, even if the page never uses it: an unread one would keep its connection busy. */
async function readBody(response: Response) {
  return new Response(await response.blob(), response)
}

function preload(name: string) {
  const link = document.createElement('link')
  if (name.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
  } else link.rel = 'modulepreload'
  // Like the tags that the build writes; otherwise the file would be loaded twice.
  link.crossOrigin = ''
  // After the queries and what starts the application.
  link.fetchPriority = 'low'
  link.href = `/assets/${name}`
  document.head.append(link)
}
