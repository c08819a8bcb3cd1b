import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import type { OidcSettings } from '../../config.ts'
import type { Clock } from '../../lib/clock.ts'
import { log } from '../../lib/log.ts'
import type { Attempt } from './attempts.ts'
import { cacheDiscovery } from './discovery.ts'
import { cacheKeys, verifyLogoutToken, type LogoutClaims } from './logout-token.ts'
import { OidcError, unreachableError } from './oidc-error.ts'
import { chooseEmail, statesEmail, type StatedEmail } from './provider-email.ts'
import { mergeClaims, readClaim, textClaim, type Claims } from './role-claim.ts'

/** The path to which the provider sends the browser back. */
const callbackPath = '/auth/oidc/callback'

/** The secrets of an attempt, which the provider's answer must match. */
type AttemptSecrets = Pick<Attempt, 'state' | 'nonce' | 'verifier'>

/** The claims an account is created or linked with. `name` is null if the provider states none. */
export type Profile = { email: StatedEmail; name: string | null }

/**
 * A person as the provider describes them. `claims` are the claims of the ID token, with the claims of userinfo added
 * if the ID token states no role. `readProfile` asks userinfo only for what the ID token does not state.
 */
export type ProviderAccount = { claims: Claims & { sub: string }; readProfile: () => Promise<Profile> }

/** The OpenID Connect provider. It is first contacted at a sign-in, so it need not run when this service starts. */
export function createProvider(settings: OidcSettings, publicOrigin: string, clock: Clock) {
  const discover = cacheDiscovery(settings, clock)
  const readKeysOf = cacheKeys()

  return {
    /**
     * The address at the provider where a person signs in, and the secrets that the provider's answer must match.
     * @throws OidcError UNAVAILABLE if the provider does not answer.
     */
    async authorize(): Promise<{ url: string; secrets: AttemptSecrets }> {
      const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const request = await describeRequest(secrets, { scope: settings.scopes, publicOrigin })
      return { url: buildAuthorizationUrl(await discover(), request).href, secrets }
    },

    /**
     * Exchanges the code in the provider's answer for the person's account. `search` is the query string of the answer.
     * @throws OidcError INVALID_INPUT for an answer that does not match the attempt; UNAVAILABLE.
     */
    async exchange(search: string, { state, nonce, verifier }: AttemptSecrets): Promise<ProviderAccount> {
      const configuration = await discover()
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(callbackPath + search, publicOrigin), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const idToken = tokens.claims()
        if (!idToken) throw new Error('The provider sent no ID token.')
        const readUserInfo = createUserInfo(configuration, tokens.access_token, idToken.sub)
        return await describeAccount(idToken, settings, readUserInfo)
      } catch (error) {
        throw describeFailure(error, 'the answer of the identity provider was rejected')
      }
    },

    /** The address at the provider that ends the session there and leads back here; null if the provider has none. */
    async endSessionUrl(): Promise<string | null> {
      const configuration = await discover()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null
      const { href } = buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${publicOrigin}/sign-in` })
      return href
    },

    /**
     * Verifies a logout token, which states that a session ended at the provider.
     * @throws OidcError INVALID_INPUT for a token that is not valid; UNAVAILABLE.
     */
    async verifyLogoutToken(token: string): Promise<LogoutClaims> {
      const { issuer, jwks_uri: jwksUri } = (await discover()).serverMetadata()
      const at = new Date(clock.now())
      return verifyLogoutToken(token, { issuer, clientId: settings.clientId, readKey: readKeysOf(jwksUri), at })
    },
  }
}

export type Provider = ReturnType<typeof createProvider>

/** The parameters of the authorization request. */
async function describeRequest(
  { state, nonce, verifier }: AttemptSecrets,
  { scope, publicOrigin }: { scope: string; publicOrigin: string },
) {
  return {
    redirect_uri: publicOrigin + callbackPath,
    scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
}

/**
 * Returns a function that reads the userinfo of a person. The provider is asked once; later calls get the same answer.
 * Null if the provider offers no userinfo.
 */
function createUserInfo(configuration: Configuration, accessToken: string, subject: string): ReadUserInfo {
  let userInfo: Promise<Claims> | null = null
  return async () => {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return null
    userInfo ??= fetchUserInfo(configuration, accessToken, subject).catch((error: unknown) => {
      const warning = 'the userinfo of the identity provider could not be read; only its ID token counts'
      throw describeFailure(error, warning)
    })
    return userInfo
  }
}

/** The account as the ID token states it. Reads userinfo if the ID token has no role, as with some providers. */
async function describeAccount(
  idToken: Claims & { sub: string },
  { roleClaim }: OidcSettings,
  readUserInfo: ReadUserInfo,
): Promise<ProviderAccount> {
  const hasRole = (readClaim(idToken, roleClaim) ?? null) !== null
  const claims = mergeClaims(idToken, hasRole ? null : await readUserInfo())
  return { claims: { ...claims, sub: idToken.sub }, readProfile: () => readProfile(idToken, readUserInfo) }
}

type ReadUserInfo = () => Promise<Claims | null>

async function readProfile(idToken: Claims, readUserInfo: ReadUserInfo): Promise<Profile> {
  const userInfo = statesEmail(idToken)
    ? null
    : await readUserInfo().catch((error: unknown) => {
        if (textClaim(idToken, 'email') === null) throw error
        return null
      })
  const claims = mergeClaims(idToken, userInfo)
  const name = textClaim(claims, 'name') ?? textClaim(claims, 'preferred_username')
  return { email: chooseEmail(idToken, userInfo), name }
}

/** Converts a failure to an error that may be shown to the person, and logs its cause. */
function describeFailure(error: unknown, warning: string): OidcError {
  if (error instanceof OidcError) return error
  log.warn({ err: error }, warning)
  if (error instanceof AuthorizationResponseError) {
    const code = /^\w{1,50}$/.test(error.error) ? error.error : 'error'
    return new OidcError('FORBIDDEN', { code: 'PROVIDER_REFUSES', parameters: { error: code } })
  }
  if (isNetworkFailure(error)) return unreachableError()
  return new OidcError('INVALID_INPUT', { code: 'PROVIDER_NOT_VERIFIED', parameters: {} })
}

/** Whether a request got no answer: `fetch` rejects with a TypeError, or with a DOMException after the timeout. */
function isNetworkFailure(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: unknown }
  return [error, cause].some(
    (one) =>
      (one instanceof TypeError && one.message === 'fetch failed') ||
      (one instanceof Error && one.name === 'TimeoutError'),
  )
}
