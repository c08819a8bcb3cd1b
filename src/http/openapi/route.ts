import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { sessionCookieName } from '../../request/cookies.ts'
import { operations } from '../all-routes.ts'
import { openApiDocument } from './document.ts'

/** The relative path holds for `src` and for `dist`: this file is three folders deep in both. */
const packageFile = new URL('../../../package.json', import.meta.url)
const Package = z.object({ version: z.string() })

/** Serves the OpenAPI document, generated at the first request. It is public, because it holds no data. */
export function apiDocument(publicOrigin: string | null): RequestHandler {
  let generated: ApiDocument | undefined
  return ({ method, path, headers }, res, next) => {
    if (path !== '/' || (method !== 'GET' && method !== 'HEAD')) {
      next()
      return
    }
    const { text, etag } = (generated ??= generate(sessionCookieName(publicOrigin)))
    res.set({ etag, 'cache-control': 'no-cache' })
    if (headers['if-none-match'] === etag) res.status(304).end()
    else res.type('json').send(text)
  }
}

type ApiDocument = { text: string; etag: string }

function generate(cookie: string): ApiDocument {
  const { version } = Package.parse(JSON.parse(readFileSync(packageFile, 'utf8')))
  const text = JSON.stringify(openApiDocument(operations, { version, cookie }))
  return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url')}"` }
}
