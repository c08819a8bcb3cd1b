import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { Router, type Request, type Response } from 'express'

/** Where the build puts the web application; this file lies two folders deep in `src` and in `dist` alike. */
const built = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** What is never a page of the application, but a route that exists or does not. */
const notPages = /^\/(api|auth|ingest|graphql|metrics|livez|readyz|assets)(\/|$)/

/**
 * Serves the web application. Its assets carry a hash in their names and may be kept for ever, its pages may not; every
 * path that is not an interface is a page, since the application has routes of its own.
 */
export function staticFiles(folder: string = built): Router {
  const router = Router()
  router.use(express.static(folder, { index: false, redirect: false, dotfiles: 'ignore', setHeaders: setCaching }))
  router.get('/explorer', (_req, res) => {
    sendPage(res, folder, 'explorer.html')
  })
  // No route of the API, which is what its own paths are.
  router.use('/api/docs', (req, res, next) => {
    if (isReading(req) && req.path === '/') sendPage(res, folder, 'docs.html')
    else next()
  })
  router.use((req, res, next) => {
    if (isForPage(req)) sendPage(res, folder, 'index.html')
    else next()
  })
  return router
}

function setCaching(res: { setHeader(name: string, value: string): unknown }, path: string) {
  const isHashed = /[\\/]assets[\\/]/.test(path)
  res.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function isForPage(req: Request): boolean {
  if (!isReading(req)) return false
  return req.path === '/' || (!notPages.test(req.path) && (req.headers.accept ?? '').includes('text/html'))
}

function sendPage(res: Response, folder: string, page: string) {
  if (existsSync(join(folder, page))) {
    res.sendFile(page, { root: folder, cacheControl: false, headers: { 'cache-control': 'no-cache' } })
    return
  }
  res.status(503).type('text/plain').send('The web application is not built. Run "npm run build", then reload.\n')
}
