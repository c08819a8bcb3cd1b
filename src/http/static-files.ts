import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { Router, type Request, type RequestHandler, type Response } from 'express'

/** Folder of the built web application. The relative path holds for `src` and for `dist`: both are two folders up. */
const built = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Paths that are never a page of the web application: without a route they are 404. */
const notPages = /^\/(api|auth|ingest|graphql|metrics|livez|readyz|assets)(\/|$)/

/** Content codings in which the build compresses each text file, best compression first. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Serves the web application. Browsers may cache its assets for ever, since their names contain a hash, but must
 * revalidate its pages. Every path outside `notPages` is a page, because the application has client-side routes.
 */
export function staticFiles(folder: string = built): Router {
  const router = Router()
  router.use('/assets', compressedAssets(join(folder, 'assets')))
  router.use(express.static(folder, { index: false, redirect: false, dotfiles: 'ignore', setHeaders: setCaching }))
  router.get('/explorer', (_req, res) => {
    sendPage(res, folder, 'explorer.html')
  })
  // The path is below `/api`, but is a page. Paths below it are 404, like any unknown path of the API.
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

/** Values of script-src for the inline scripts of the application's page; empty if the application is not built. */
export function inlineScriptHashes(folder: string = built): string[] {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return []
  return [...readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** Rewrites the request of an asset to its compressed file, if that exists. */
const compressedAssets =
  (folder: string): RequestHandler =>
  (req, res, next) => {
    if (/^\/[\w.-]+$/.test(req.path)) {
      const extension = negotiateCompression(req, res, join(folder, req.path))
      if (extension) req.url = req.path + extension
    }
    next()
  }

/** Picks a compressed form of a file that the client accepts, and sets its headers. Returns its extension, or ''. */
function negotiateCompression(req: Request, res: Response, file: string): string {
  const accepted = req.acceptsEncodings()
  const [coding, extension] =
    codings.find(([name, suffix]) => accepted.includes(name) && existsSync(file + suffix)) ?? []
  if (!coding) return ''
  res.type(extname(file)).vary('Accept-Encoding').setHeader('content-encoding', coding)
  return extension
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
    res.sendFile(page + negotiateCompression(res.req, res, join(folder, page)), {
      root: folder,
      cacheControl: false,
      headers: { 'cache-control': 'no-cache' },
    })
    return
  }
  res.status(503).type('text/plain').send('The web application is not built. Run "npm run build", then reload.\n')
}
