// Runs inline in the page before anything else is loaded: applies the theme before the first paint, and starts requests
// that the application will need. `vite.config.ts` writes this script into index.html; the server permits it by its
// hash.
import type { EarlyRequests } from './api/client/earlyResponses.ts'

/** Files that a page needs beyond the start files, by the pattern of its path. */
type PageFiles = { pattern: string; files: readonly string[] }

/** Files of all pages, and ids of the first queries of the frame and of the overview. The build fills this in. */
declare const EARLY: { pages: PageFiles[]; queries: { frame: string[]; overview: string[] } } | undefined

applyTheme()
if (typeof EARLY === 'object' && location.pathname !== '/sign-in') start(EARLY)

// Reads the key that Mantine stores. If the browser forbids the storage, the system's theme applies.
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
  // A failure is ignored here, because the application sends the request again.
  response.catch(() => undefined)
  return { body, sentAt: performance.now(), response }
}

// As i18n.ts and client/language.ts do.
function inLanguageOfPage() {
  const language = localStorage.getItem('vigia.language') === 'en' ? 'en' : 'es'
  return { language, variables: { language: language.toUpperCase() } }
}

/** Reads the body, even if the page never uses it: an unread body would keep its connection busy. */
async function readBody(response: Response) {
  return new Response(await response.blob(), response)
}

function preload(name: string) {
  const link = document.createElement('link')
  if (name.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
  } else link.rel = 'modulepreload'
  // Uses the same attribute as the tags written by the build; otherwise the file would be loaded twice.
  link.crossOrigin = ''
  // Loads these files after the queries and the start files.
  link.fetchPriority = 'low'
  link.href = `/assets/${name}`
  document.head.append(link)
}
