import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import type { OidcSettings } from '../../config.ts'
import type { Clock } from '../../lib/clock.ts'
import { log } from '../../lib/log.ts'
import type { NewAttempt } from './attempts.ts'
import { cacheKeys, verifyLogoutToken, type LogoutClaims } from './logout-token.ts'
import { OidcError, unreachableError } from './oidc-error.ts'
import { readClaim, type Claims } from './role-claim.ts'

const timeoutSeconds = 5
const discoveryLastsMs = 60 * 60_000

/** The path to which the provider sends the browser back. */
const callbackPath = '/auth/oidc/callback'

/** The secrets of an attempt, which the provider's answer must match. */
type AttemptSecrets = Pick<NewAttempt, 'state' | 'nonce' | 'verifier'>

/** The OpenID Connect provider. It is first contacted at a sign-in, so it need not run when this service starts. */
export function createProvider(settings: OidcSettings, publicOrigin: string, clock: Clock) {
  const discover = cacheDiscovery(settings, clock)
  const readKeysOf = cacheKeys()

  return {
    /**
     * The address at the provider where a person signs in, and the secrets that its answer must match.
     * @throws OidcError UNAVAILABLE if the provider does not answer.
     */
    async authorize(): Promise<{ url: string; secrets: AttemptSecrets }> {
      const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const request = await describeRequest(secrets, { scope: settings.scopes, publicOrigin })
      return { url: buildAuthorizationUrl(await discover(), request).href, secrets }
    },

    /**
     * Exchanges the code in the provider's answer, given by its query string, for the claims of the person.
     * @throws OidcError INVALID_INPUT for an answer that does not match the attempt; UNAVAILABLE.
     */
    async exchange(search: string, { state, nonce, verifier }: AttemptSecrets): Promise<Claims & { sub: string }> {
      const configuration = await discover()
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(callbackPath + search, publicOrigin), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('The provider sent no ID token.')
        return await addUserInfo(configuration, settings, tokens.access_token, claims)
      } catch (error) {
        log.warn({ err: error }, 'the answer of the identity provider was rejected')
        throw describeFailure(error)
      }
    },

    /** The address at the provider where its own session ends, and which leads back here; null if it has none. */
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
      return verifyLogoutToken(token, { issuer, clientId: settings.clientId, readKey: readKeysOf(jwksUri) })
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

/** Returns a function that reads the provider's metadata, at most once an hour unless that fails. */
function cacheDiscovery(settings: OidcSettings, clock: Clock) {
  let cached: { configuration: Promise<Configuration>; until: number } | null = null
  return async (): Promise<Configuration> => {
    if (!cached || clock.now() >= cached.until)
      cached = { configuration: discoverProvider(settings), until: clock.now() + discoveryLastsMs }
    try {
      return await cached.configuration
    } catch (error) {
      cached = null
      log.warn({ err: error }, 'the identity provider cannot be reached; nobody can sign in with it')
      throw unreachableError()
    }
  }
}

function discoverProvider({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  return discovery(new URL(issuer), clientId, undefined, authenticateClient(clientSecret), {
    timeout: timeoutSeconds,
    execute: [
      // The library does not verify the ID token of the token endpoint, since TLS protects it; this enables
      // verification.
      enableNonRepudiationChecks,
      // The settings allow http for this machine only.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- Marked so only to make it stand out.
      ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
    ],
  })
}

/** Sends the client's secret as the provider takes it; `client_secret_basic` is the default of the specification. */
function authenticateClient(secret: string | null): ClientAuth {
  if (secret === null) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, ...request)
  }
}

/** Adds the claims of the userinfo endpoint, where some providers have those that the ID token lacks. */
async function addUserInfo<C extends Claims & { sub: string }>(
  configuration: Configuration,
  { roleClaim }: OidcSettings,
  accessToken: string,
  claims: C,
): Promise<C> {
  const isComplete = [roleClaim, 'email'].every((name) => readClaim(claims, name) !== undefined)
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...(await fetchUserInfo(configuration, accessToken, claims.sub)), ...claims }
}

function describeFailure(error: unknown): OidcError {
  if (error instanceof AuthorizationResponseError) {
    const code = /^\w{1,50}$/.test(error.error) ? error.error : 'error'
    return new OidcError('FORBIDDEN', {
      en: `The identity provider did not sign you in: ${code}.`,
      es: `El proveedor de identidad no te ha dejado entrar: ${code}.`,
    })
  }
  if (isNetworkFailure(error)) return unreachableError()
  return new OidcError('INVALID_INPUT', {
    en: 'The answer of the identity provider could not be verified. Begin again.',
    es: 'La respuesta del proveedor de identidad no se ha podido comprobar. Empieza de nuevo.',
  })
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
