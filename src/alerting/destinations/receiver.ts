import type { Destination } from '../../generated/prisma/client.ts'
import type { Language } from '../../lib/language.ts'
import type { DestinationConfig, DestinationSecret, Receiver } from '../channels/receiver.ts'
import type { Secrets } from '../secrets.ts'

/**
 * A destination as the channels need it, with its secrets decrypted.
 * @throws DomainError UNAVAILABLE if they cannot be decrypted.
 */
export function toReceiver(destination: Destination, secrets: Pick<Secrets, 'decrypt'>): Receiver {
  const { id, type, name, language, config, secret, previousSecret, rotatedAt } = destination
  const decrypt = (stored: Uint8Array | null) => stored && (secrets.decrypt(stored, id) as DestinationSecret)
  return {
    type,
    name,
    language: language as Language,
    config: config as DestinationConfig,
    secret: decrypt(secret),
    previousSecret: decrypt(previousSecret),
    rotatedAt,
  }
}
