import { parseCookie, stringifySetCookie } from 'cookie'
import { attemptMs } from '../auth/oidc/attempts.ts'
import { maxSessionMs } from '../auth/sessions.ts'

/** The session token in a `Cookie` header; null without one. */
export const readSessionToken = (header: string | undefined, publicOrigin: string | null): string | null =>
  readCookie(header, sessionCookieName(publicOrigin))

/** The name of the session cookie. Browsers accept the prefix `__Host-` only over HTTPS and for this host alone. */
export const sessionCookieName = (publicOrigin: string | null): string =>
  isSecure(publicOrigin) ? '__Host-vigia_session' : 'vigia_session'

/** The `Set-Cookie` header of a session: scripts cannot read it, and other sites cannot make a browser send it. */
export const sessionCookie = (token: string, publicOrigin: string | null): string =>
  serialize(publicOrigin, { ...sessionAttributes(publicOrigin), value: token, maxAge: maxSessionMs / 1000 })

/** The `Set-Cookie` header that removes the session cookie. */
export const expiredSessionCookie = (publicOrigin: string | null): string =>
  serialize(publicOrigin, { ...sessionAttributes(publicOrigin), value: '', maxAge: 0 })

const sessionAttributes = (publicOrigin: string | null) =>
  ({ name: sessionCookieName(publicOrigin), sameSite: 'strict' }) as const

/** The token of a sign-in that has begun at the identity provider, in a `Cookie` header; null without one. */
export const readAttemptToken = (header: string | undefined, publicOrigin: string | null): string | null =>
  readCookie(header, attemptCookieName(publicOrigin))

/**
 * The `Set-Cookie` header of a sign-in at the identity provider; without a token, the one that removes it. SameSite is
 * Lax because browsers omit Strict cookies on the redirect back from the provider's site.
 */
export const attemptCookie = (token: string | null, publicOrigin: string | null): string =>
  serialize(publicOrigin, {
    name: attemptCookieName(publicOrigin),
    sameSite: 'lax',
    value: token ?? '',
    maxAge: token === null ? 0 : attemptMs / 1000,
  })

const attemptCookieName = (publicOrigin: string | null) => (isSecure(publicOrigin) ? '__Host-vigia_oidc' : 'vigia_oidc')

const readCookie = (header: string | undefined, name: string): string | null =>
  (header === undefined ? undefined : parseCookie(header)[name]) ?? null

type CookieValue = { name: string; value: string; maxAge: number; sameSite: 'strict' | 'lax' }

const serialize = (publicOrigin: string | null, cookie: CookieValue) =>
  stringifySetCookie({ ...cookie, path: '/', httpOnly: true, secure: isSecure(publicOrigin) })

const isSecure = (publicOrigin: string | null) => publicOrigin?.startsWith('https://') ?? false
