import type { JWTPayload } from 'jose'
import type { GivenForgingProvider } from './forging-provider.ts'

/** A sign-in that a browser has begun at a gateway: the provider's address, and the cookie that ties it to the browser. */
export type BegunSignIn = { url: string; cookie: string; state: string; nonce: string }

/** Begins a sign-in as a browser does that follows the link of the sign-in page. */
export async function beginSignIn(gatewayUrl: string, next?: string, cookie = ''): Promise<BegunSignIn> {
  const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`
  const response = await fetch(`${gatewayUrl}/auth/oidc/start${query}`, { redirect: 'manual', headers: { cookie } })
  const url = response.headers.get('location') ?? ''
  const { searchParams } = new URL(url)
  return {
    url,
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    state: searchParams.get('state') ?? '',
    nonce: searchParams.get('nonce') ?? '',
  }
}

/**
 * Finishes the sign-in of a browser redirected by the provider: the status, the page, the path to open, the session's
 * cookie.
 */
export async function finishSignIn(url: string, cookie: string) {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
  const session = response.headers.getSetCookie().find((line) => line.startsWith('vigia_session='))
  return {
    status: response.status,
    page: await response.text(),
    location: response.headers.get('location'),
    cookie: session?.split(';')[0] ?? null,
  }
}

/** Signs a person with these claims in at a gateway, in a new browser. */
export async function signInAs(gatewayUrl: string, provider: GivenForgingProvider, claims: JWTPayload) {
  const begun = await beginSignIn(gatewayUrl)
  const code = await provider.issueCode({ claims: { nonce: begun.nonce, ...claims } })
  const query = new URLSearchParams({ code, state: begun.state, iss: provider.issuer })
  return finishSignIn(`${gatewayUrl}/auth/oidc/callback?${query.toString()}`, begun.cookie)
}

/** Sends a logout token to a gateway, as the provider does, and returns the status. */
export async function sendLogout(gatewayUrl: string, token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token })
  return (await fetch(`${gatewayUrl}/auth/oidc/backchannel-logout`, { method: 'POST', body })).status
}
