import type { RequestHandler } from 'express'
import { problemExplanations } from '../request/problem-document.ts'

/** Serves the page linked by the `type` of a problem, which explains each code. It is public and contains no data. */
export const problemsPage: RequestHandler = ({ method, path }, res, next) => {
  if (path !== '/' || (method !== 'GET' && method !== 'HEAD')) next()
  else res.set('cache-control', 'no-cache').type('html').send(page)
}

const entries = Object.entries(problemExplanations).map(
  ([code, text]) => `<dt id="${code}"><code>${code}</code></dt>\n<dd>${withCode(text)}</dd>`,
)

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Problems: Vigía</title>
<style>
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
dt { margin-top: 1.5rem; font-weight: bold }
dd { margin: 0 }
:target { outline: 2px solid; outline-offset: 4px }
</style>
<h1>Problems</h1>
<p>What the <code>code</code> of a problem means, over REST and in the extensions of a GraphQL error. All routes are in
the <a href="/api/docs">API reference</a>.</p>
<dl>
${entries.join('\n')}
</dl>
</html>
`

function withCode(text: string): string {
  return text.replace(/`([^`]+)`/g, '<code>$1</code>')
}
