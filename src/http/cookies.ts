import { parseCookie, stringifySetCookie } from 'cookie'
import { maxSessionMs } from '../auth/sessions.ts'

/** The session token in a `Cookie` header; null without one. */
export const tokenIn = (header: string | undefined, publicOrigin: string | null): string | null =>
  (header === undefined ? undefined : parseCookie(header)[sessionCookieName(publicOrigin)]) ?? null

/** The name of the session cookie. Browsers accept the prefix `__Host-` only over HTTPS and for this host alone. */
export const sessionCookieName = (publicOrigin: string | null): string =>
  isSecure(publicOrigin) ? '__Host-vigia_session' : 'vigia_session'

/** The `Set-Cookie` header of a session: scripts cannot read it, and other sites cannot make a browser send it. */
export const sessionCookie = (token: string, publicOrigin: string | null): string =>
  write(token, maxSessionMs / 1000, publicOrigin)

/** The `Set-Cookie` header that removes the session cookie. */
export const noSessionCookie = (publicOrigin: string | null): string => write('', 0, publicOrigin)

const write = (value: string, maxAge: number, publicOrigin: string | null) =>
  stringifySetCookie({
    name: sessionCookieName(publicOrigin),
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(publicOrigin),
  })

const isSecure = (publicOrigin: string | null) => publicOrigin?.startsWith('https://') ?? false
