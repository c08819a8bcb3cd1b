import { normaliseEmail } from '../operators.ts'
import { textClaim, type Claims } from './role-claim.ts'

/**
 * The e-mail that the provider states for a person, normalised and empty if it states none, and whether it is verified;
 * null if that is not known.
 */
export type StatedEmail = { address: string; verified: boolean | null }

/** Whether the ID token states an e-mail and whether it is verified, so that userinfo need not be asked. */
export const statesEmail = (idToken: Claims): boolean => isWhole(readEmail(idToken))

/**
 * The e-mail of a person. Address and verification come from one source: the ID token, unless it lacks one of them and
 * userinfo states the same address or the ID token states none. `userInfo` is null if it was not read.
 */
export function chooseEmail(idToken: Claims, userInfo: Claims | null): StatedEmail {
  const own = readEmail(idToken)
  if (isWhole(own)) return own
  const other = readEmail(userInfo ?? {})
  return own.address === '' || own.address === other.address ? other : own
}

const readEmail = (claims: Claims): StatedEmail => ({
  address: normaliseEmail(textClaim(claims, 'email') ?? ''),
  verified: readVerified(claims.email_verified),
})

const isWhole = ({ address, verified }: StatedEmail) => address !== '' && verified !== null

/** Reads `email_verified`, which some providers send as text; null if it is anything else. */
function readVerified(claim: unknown): boolean | null {
  if (claim === true || claim === 'true') return true
  return claim === false || claim === 'false' ? false : null
}
