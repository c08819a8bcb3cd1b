import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DomainError, StartupError } from '../lib/errors.ts'
import { checkSecretsKey, readSecretsKey } from '../setting-values.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
/** Source: NIST SP 800-38D, 8.2.2: random nonces of 96 bits, for at most 2^32 encryptions with a key. */
const nonceBytes = 12
const tagBytes = 16
/** Version byte of the stored format; the nonce, the tag and the ciphertext follow. */
const formatVersion = 1

/** The reason why nothing can be encrypted. */
export const noSecretsKey = { code: 'SECRETS_KEY_NOT_SET', parameters: {} } as const

/** Encrypts and decrypts secrets of destinations. */
export type Secrets = ReturnType<typeof createSecrets>

/** Encrypts with a key; null if there is none. */
export function createSecrets(key: Buffer | null) {
  function requireKey(): Buffer {
    if (key === null) throw new DomainError('UNAVAILABLE', noSecretsKey)
    return key
  }

  return {
    available: key !== null,

    /**
     * Encrypts a value of JSON. It can only be decrypted for the same owner, e.g. the id of a destination.
     * @throws DomainError UNAVAILABLE without a key.
     */
    encrypt(value: unknown, owner: string): Buffer<ArrayBuffer> {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, requireKey(), nonce).setAAD(Buffer.from(owner))
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), ciphertext])
    },

    /**
     * Decrypts what `encrypt` returned for the same owner.
     * @throws DomainError UNAVAILABLE without the key, with another key, or if the stored value was changed.
     */
    decrypt(stored: Uint8Array, owner: string): unknown {
      const secretKey = requireKey()
      try {
        return decryptJson(Buffer.from(stored), secretKey, owner)
      } catch {
        throw new DomainError('UNAVAILABLE', { code: 'SECRET_OF_OTHER_KEY', parameters: {} })
      }
    },
  }
}

function decryptJson(stored: Buffer, key: Buffer, owner: string): unknown {
  if (stored[0] !== formatVersion) throw new Error('unknown format')
  const tagAt = 1 + nonceBytes
  const textAt = tagAt + tagBytes
  const decipher = createDecipheriv(algorithm, key, stored.subarray(1, tagAt), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(stored.subarray(tagAt, textAt))
  const text = Buffer.concat([decipher.update(stored.subarray(textAt)), decipher.final()]).toString('utf8')
  return JSON.parse(text)
}

/** The settings that decide where the key comes from. */
type KeyLocation = { secretsKey: Buffer | null; databaseUrl: string | null; dataDir: string }

const keyFileName = 'secrets.key'

/**
 * The key of the secrets: SECRETS_KEY, or, with the embedded database, the key in its directory, which is created at
 * the first start. Null with PostgreSQL and without SECRETS_KEY, because instances on several machines need the same
 * key.
 * @throws StartupError if the file holds no key.
 */
export async function loadSecretsKey({ secretsKey, databaseUrl, dataDir }: KeyLocation): Promise<Buffer | null> {
  if (secretsKey !== null || databaseUrl !== null) return secretsKey
  const path = join(dataDir, keyFileName)
  const text = (await readKeyFile(path)) ?? (await createKeyFile(path))
  if (checkSecretsKey(text) !== null)
    throw new StartupError(
      `The file ${path} holds no key of ${keyBytes} bytes in base64. Restore it from a backup, set SECRETS_KEY, or delete it and enter the targets of all destinations again.`,
    )
  return readSecretsKey(text)
}

const readKeyFile = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw new StartupError(`The key of the secrets cannot be read: ${(error as Error).message}.`)
    },
  )

/** Writes a new key to a file. The file appears complete or not at all. */
async function createKeyFile(path: string): Promise<string> {
  const text = randomBytes(keyBytes).toString('base64')
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
  await link(draft, path)
  await rm(draft)
  return text
}
