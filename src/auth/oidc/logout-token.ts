import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { DomainError } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { isSameIssuer } from './identities.ts'
import { unreachableError } from './oidc-error.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 5 * 60
const clockToleranceSeconds = 30

/** Maximum validity of a token after its arrival. Its id must be stored this long to prevent a replay. */
export const logoutTokenLastsMs = (maxAgeSeconds + 2 * clockToleranceSeconds) * 1_000

/**
 * The claims of a valid logout token. `name` combines issuer and `jti`; a name is accepted only once. `subject` is the
 * person and `sid` the single session that ended at the provider; one of the two may be null.
 */
export type LogoutClaims = { name: string; subject: string | null; sid: string | null }

/** `at` is the time of the database, because the stored ids of tokens expire by the same clock. */
type Verification = { issuer: string; clientId: string; readKey: JWTVerifyGetKey; at: Date }

/**
 * Verifies a logout token. Source: OpenID Connect Back-Channel Logout 1.0, 2.6,
 * https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation
 * @throws DomainError INVALID_INPUT naming the problem of the token; UNAVAILABLE if the provider's keys cannot be read.
 */
export async function verifyLogoutToken(token: string, verification: Verification): Promise<LogoutClaims> {
  const { issuer } = verification
  const payload = await verifyJwt(token, verification)
  const [jti, subject, sid] = [textOf(payload.jti), textOf(payload.sub), textOf(payload.sid)]
  if (!isSameIssuer(textOf(payload.iss) ?? '', issuer))
    throw invalidToken({ code: 'LOGOUT_OF_OTHER_ISSUER', parameters: {} })
  if (!isLogoutEvent(payload.events)) throw invalidToken({ code: 'LOGOUT_WITHOUT_EVENT', parameters: {} })
  if ('nonce' in payload) throw invalidToken({ code: 'LOGOUT_WITH_NONCE', parameters: {} })
  if (jti === null) throw invalidToken({ code: 'LOGOUT_WITHOUT_ID', parameters: {} })
  if (subject === null && sid === null) throw invalidToken({ code: 'LOGOUT_OF_NOBODY', parameters: {} })
  return { name: `${issuer} ${jti}`, subject, sid }
}

/** Returns a function that gives the keys of a provider. They are read when first needed, and then cached. */
export function cacheKeys() {
  let cached: { uri: string; readKey: JWTVerifyGetKey } | null = null
  return (uri: string | undefined): JWTVerifyGetKey => {
    if (uri === undefined) throw unreachableError()
    if (cached?.uri !== uri) cached = { uri, readKey: createRemoteJWKSet(new URL(uri)) }
    return cached.readKey
  }
}

async function verifyJwt(token: string, { clientId, readKey, at }: Verification): Promise<JWTPayload> {
  try {
    const options = {
      audience: clientId,
      maxTokenAge: maxAgeSeconds,
      clockTolerance: clockToleranceSeconds,
      currentDate: at,
    }
    return (await jwtVerify(token, readKey, options)).payload
  } catch (error) {
    if (isInvalid(error)) throw invalidToken({ code: 'LOGOUT_TOKEN_INVALID', parameters: { reason: error.code } })
    log.warn({ err: error }, 'the keys of the identity provider cannot be read; its logouts are not carried out')
    throw unreachableError()
  }
}

/** Whether the token itself is invalid. Errors with these two codes come from fetching the provider's keys. */
const isInvalid = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError && !['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'].includes(error.code)

const isLogoutEvent = (events: unknown) =>
  typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent)

const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : null)

const invalidToken = (sentence: Sentence) => new DomainError('INVALID_INPUT', sentence)
