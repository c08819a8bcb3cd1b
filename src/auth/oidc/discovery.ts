import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import type { OidcSettings } from '../../config.ts'
import type { Clock } from '../../lib/clock.ts'
import { log } from '../../lib/log.ts'
import { isSameIssuer } from './identities.ts'
import { unreachableError } from './oidc-error.ts'

const timeoutSeconds = 5
const discoveryLastsMs = 60 * 60_000
const failureLastsMs = 5_000

/** The configuration is renewed if the clock skew changed by more than this, in seconds; the library tolerates 30. */
const maxSkewChangeS = 5

/**
 * Returns a function that reads the provider's metadata: at most once an hour, or once in five seconds if that fails.
 * The library checks tokens by this machine's clock plus a fixed skew, so a new configuration is needed after the clock
 * was set.
 */
export function cacheDiscovery(settings: OidcSettings, clock: Clock) {
  let cached: Discovery | null = null
  return async (): Promise<Configuration> => {
    const skewS = Math.round((clock.now() - Date.now()) / 1_000)
    if (!cached || clock.elapsed() >= cached.until || Math.abs(skewS - cached.skewS) > maxSkewChangeS)
      cached = discover(skewS)
    return cached.configuration
  }

  function discover(skewS: number): Discovery {
    const configuration = discoverProvider(settings, skewS).catch((error: unknown) => {
      discovered.until = clock.elapsed() + failureLastsMs
      log.warn({ err: error }, 'the identity provider cannot be reached; nobody can sign in with it')
      throw unreachableError()
    })
    const discovered = { configuration, until: clock.elapsed() + discoveryLastsMs, skewS }
    return discovered
  }
}

type Discovery = { configuration: Promise<Configuration>; until: number; skewS: number }

/**
 * Reads the metadata of the provider. Its issuer may be spelled differently from the setting: the library ignores a
 * final slash after the host, but not after a path.
 */
async function discoverProvider(settings: OidcSettings, skewS: number): Promise<Configuration> {
  try {
    return await discoverAt(settings.issuer, settings, skewS)
  } catch (error) {
    const stated = statedIssuer(error)
    if (stated === null || !isSameIssuer(stated, settings.issuer)) throw error
    return discoverAt(stated, settings, skewS)
  }
}

const discoverAt = (issuer: string, { clientId, clientSecret }: OidcSettings, skewS: number): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, { [clockSkew]: skewS }, authenticateClient(clientSecret), {
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

/** The issuer in the metadata, if the library refused them because of the issuer; null for any other error. */
function statedIssuer(error: unknown): string | null {
  const { cause } = Object(error) as { cause?: { body?: { issuer?: unknown } } }
  const issuer = cause?.body?.issuer
  return typeof issuer === 'string' && URL.canParse(issuer) ? issuer : null
}

/** Sends the client's secret by a method that the provider supports. The specification's default is basic. */
function authenticateClient(secret: string | null): ClientAuth {
  if (secret === null) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, ...request)
  }
}
