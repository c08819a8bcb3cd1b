import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import { safeNextPath } from '../../auth/oidc/next-path.ts'
import { OidcError } from '../../auth/oidc/oidc-error.ts'
import type { Oidc } from '../../auth/oidc/oidc.ts'
import { DomainError, invalidField, messageOf } from '../../lib/errors.ts'
import { bodyLimits } from '../../request/body-limits.ts'
import { attemptCookie, readAttemptToken, readSessionToken, sessionCookie } from '../../request/cookies.ts'
import { statusOf } from '../../request/problems.ts'
import { requestIdOf } from '../../request/request-log.ts'
import { traceIdOf } from '../../request/request-trace.ts'
import type { Deps } from '../deps.ts'
import { escapeHtml } from '../../lib/escape-html.ts'

/**
 * The routes of OpenID Connect, for browsers and the provider; mounted only if a provider is configured. The OpenAPI
 * document does not list them, because they belong to that protocol.
 */
export function oidcRoutes(oidc: Oidc, { config: { publicOrigin }, clock, clientAddress }: Deps): Router {
  const originOf = (req: Request) => ({ at: new Date(clock.now()), address: clientAddress(req), ...idsOf(req) })
  const start = async (req: Request, res: Response) => {
    const sessionToken = readSessionToken(req.headers.cookie, publicOrigin)
    const begun = await oidc.start(req.query.next, sessionToken).catch((error: unknown) => {
      if (isUnreachable(error) && req.accepts('html')) return null
      throw error
    })
    if (begun) res.set('set-cookie', attemptCookie(begun.token, publicOrigin)).redirect(303, begun.url)
    else res.redirect(303, signInPage(safeNextPath(req.query.next)))
  }
  const callback = async (req: Request, res: Response) => {
    res.append('set-cookie', attemptCookie(null, publicOrigin))
    const { token, next } = await oidc.finish({
      search: searchOf(req),
      attemptToken: readAttemptToken(req.headers.cookie, publicOrigin),
      ...originOf(req),
    })
    res.append('set-cookie', sessionCookie(token, publicOrigin)).redirect(303, next)
  }
  const backchannelLogout = async (req: Request, res: Response) => {
    const { logout_token: token } = Object(req.body) as { logout_token?: unknown }
    if (typeof token !== 'string')
      throw invalidField('logout_token', { code: 'FORM_FIELD_MISSING', parameters: { field: 'logout_token' } })
    await oidc.endSessions(token, originOf(req))
    res.set('cache-control', 'no-store').end()
  }
  const router = Router()
  router.get('/auth/oidc/start', forBrowser(start))
  router.get('/auth/oidc/callback', forBrowser(callback))
  router.post(
    '/auth/oidc/backchannel-logout',
    express.urlencoded({ extended: false, limit: bodyLimits.logoutToken }),
    backchannelLogout,
  )
  return router
}

const idsOf = (req: Request) => ({ requestId: requestIdOf(req), traceId: traceIdOf(req) })

/** The sign-in page with the local form and the message that the provider does not respond. */
const signInPage = (next: string) => `/sign-in?${new URLSearchParams({ unreachable: 'true', next }).toString()}`

const isUnreachable = (error: unknown) => error instanceof OidcError && error.code === 'UNAVAILABLE'

/** Responds to a browser's navigation: errors meant for people are sent as a page; nothing is cached. */
const forBrowser =
  (handle: (req: Request, res: Response) => Promise<void>): RequestHandler =>
  async (req, res) => {
    res.set('cache-control', 'no-store')
    try {
      await handle(req, res)
    } catch (error) {
      if (!(error instanceof DomainError) || !req.accepts('html')) throw error
      if (error.retryAfterSeconds !== null) res.set('retry-after', String(error.retryAfterSeconds))
      res.status(statusOf[error.code]).type('html').send(signInErrorPage(error))
    }
  }

const searchOf = ({ originalUrl }: Request): string => {
  const at = originalUrl.indexOf('?')
  return at < 0 ? '' : originalUrl.slice(at)
}

/** The page that tells why a sign-in with the identity provider failed. It runs no script, and links to the sign-in. */
function signInErrorPage(error: DomainError): string {
  return `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Entrar · Vigía</title>
<style>
:root { color-scheme: light dark }
body { max-width: 30rem; margin: 20vh auto 0; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
[lang="en"] { opacity: .75 }
</style>
<main>
<h1>No has entrado</h1>
<p role="alert">${escapeHtml(messageOf(error, 'es'))}</p>
<p lang="en">${escapeHtml(error.message)}</p>
<p><a href="/sign-in">Volver a la página de entrada</a> · <a href="/sign-in" lang="en">Back to the sign-in page</a></p>
</main>
</html>
`
}
