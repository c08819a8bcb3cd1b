import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../config.ts'
import type { Destination } from '../../generated/prisma/client.ts'
import { invalidField } from '../../lib/errors.ts'
import { channelOf, parseTarget, type DestinationTarget } from '../channels/channels.ts'
import type { DestinationConfig, DestinationSecret } from '../channels/receiver.ts'
import { createSigningSecret } from '../channels/webhook.ts'
import type { Secrets } from '../secrets.ts'

/** The settings that validate targets, and the encryption of their secrets. */
export type TargetContext = { config: Config; secrets: Secrets }

/**
 * The columns of a new destination that its target sets. `shownOnce` is the signing secret if Vigía generated it.
 * @throws DomainError INVALID_INPUT that names the wrong field.
 */
export function newTarget(id: string, target: DestinationTarget, { config, secrets }: TargetContext) {
  const { secret, shownOnce = null, ...columns } = parseTarget(target, config)
  return { ...columns, secret: secret && secrets.encrypt(secret, id), shownOnce }
}

/**
 * The columns of a destination with a new target of the same type, and whether the target is another place. A signed
 * target keeps its secret unless a new one is given.
 * @throws DomainError INVALID_INPUT that names the wrong field.
 */
export function changedTarget(before: Destination, target: DestinationTarget, { config, secrets }: TargetContext) {
  const { id, type } = before
  const keptSecret = () => signingSecretOf(before, secrets).key
  const parsed = parseTarget(target, { ...config, ...(channelOf(type).isSigned && { keptSecret }) })
  const given = parsed.type
  if (given !== type) {
    throw invalidField('target', { code: 'TARGET_OF_OTHER_TYPE', parameters: { type, given } })
  }
  const stored = storedSecretOf(before, secrets)
  // Keeps the stored bytes of an unchanged secret: each encryption differs, and an attempt in progress compares them to
  // tell whether the target is the same.
  const isSameSecret = isDeepStrictEqual(parsed.secret, stored)
  const secret = isSameSecret ? before.secret : parsed.secret && secrets.encrypt(parsed.secret, id)
  return {
    columns: { config: parsed.config, secret },
    isElsewhere: !isDeepStrictEqual(placeOf(parsed), placeOf({ ...before, secret: stored })),
  }
}

type Place = Pick<Destination, 'type'> & { config: unknown; secret: DestinationSecret | null }

/** The place that messages go to, which a signing secret does not change. */
const placeOf = ({ type, config, secret }: Place) => [
  (config as DestinationConfig).to,
  secret?.url,
  channelOf(type).isSigned ? null : secret?.key,
]

/** The stored secret; null without one, or if the key of the secrets was lost. */
function storedSecretOf({ id, secret }: Destination, secrets: Secrets): DestinationSecret | null {
  try {
    return secret && (secrets.decrypt(secret, id) as DestinationSecret)
  } catch {
    return null
  }
}

/**
 * The secret of a destination with a new signing secret, which is shown once.
 * @throws DomainError INVALID_INPUT for a destination that has none.
 */
export function rotatedSecret(destination: Destination, { secrets }: Pick<TargetContext, 'secrets'>) {
  const { type } = destination
  if (!channelOf(type).isSigned) throw invalidField('id', { code: 'NO_SIGNING_SECRET', parameters: { type } })
  const shownOnce = createSigningSecret()
  const secret = { ...signingSecretOf(destination, secrets), key: shownOnce }
  return { shownOnce, secret: secrets.encrypt(secret, destination.id) }
}

function signingSecretOf({ id, secret }: Destination, secrets: Secrets): DestinationSecret {
  if (!secret) throw new Error(`The destination ${id} has no secret.`)
  return secrets.decrypt(secret, id) as DestinationSecret
}
