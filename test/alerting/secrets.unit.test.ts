import fc from 'fast-check'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecrets, loadSecretsKey } from '../../src/alerting/secrets.ts'

const key = Buffer.alloc(32, 7)
const secrets = createSecrets(key)

describe('an encrypted secret', () => {
  it('is decrypted to the same value, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, owner) => {
        const json: unknown = JSON.parse(JSON.stringify(value))
        expect(secrets.decrypt(secrets.encrypt(value, owner), owner)).toEqual(json)
      }),
    )
  })

  it('is not decrypted if any bit of it was changed, or any byte is missing', () => {
    const stored = secrets.encrypt({ url: 'https://hooks.example.org/x' }, 'a')
    fc.assert(
      fc.property(fc.nat(stored.length * 8 - 1), (bit) => {
        const changed = Buffer.from(stored)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        expect(() => secrets.decrypt(changed, 'a')).toThrow(/cannot be decrypted/)
      }),
    )
    for (let length = 0; length < stored.length; length++)
      expect(() => secrets.decrypt(stored.subarray(0, length), 'a')).toThrow(/cannot be decrypted/)
  })

  it('is not decrypted for another owner, or with another key', () => {
    const stored = secrets.encrypt('x', 'a')

    expect(() => secrets.decrypt(stored, 'b')).toThrow(/cannot be decrypted/)
    expect(() => createSecrets(Buffer.alloc(32, 8)).decrypt(stored, 'a')).toThrow(/another SECRETS_KEY/)
  })

  it('differs each time, and does not contain the plain text', () => {
    const [one, other] = [secrets.encrypt('a-secret-text', 'a'), secrets.encrypt('a-secret-text', 'a')]

    expect(one.equals(other)).toBe(false)
    expect(one.includes('a-secret-text')).toBe(false)
  })

  it('is refused with the reason if there is no key', () => {
    expect(createSecrets(null).available).toBe(false)
    expect(() => createSecrets(null).encrypt('x', 'a')).toThrow(/^Set SECRETS_KEY and restart/)
  })
})

describe('the key of the secrets', () => {
  const embedded = async () => ({
    secretsKey: null,
    databaseUrl: null,
    dataDir: await mkdtemp(join(tmpdir(), 'vigia-key-')),
  })

  it('is created in the directory of the embedded database for its owner alone, and is used again', async () => {
    const location = await embedded()
    const first = await loadSecretsKey(location)

    expect(first).toHaveLength(32)
    expect((await stat(join(location.dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600)
    expect(await loadSecretsKey(location)).toEqual(first)
    expect(await loadSecretsKey(await embedded())).not.toEqual(first)
    await rm(location.dataDir, { recursive: true })
  })

  it('is created despite an incomplete file that an interrupted start has left', async () => {
    const location = await embedded()
    await writeFile(join(location.dataDir, 'secrets.key.new'), 'half')

    expect(await loadSecretsKey(location)).toHaveLength(32)
    expect(await readFile(join(location.dataDir, 'secrets.key'), 'utf8')).toHaveLength(45)
  })

  it('stops the start with a sentence if its file is invalid', async () => {
    const location = await embedded()
    await writeFile(join(location.dataDir, 'secrets.key'), 'damaged')

    await expect(loadSecretsKey(location)).rejects.toThrow(
      /secrets\.key holds no key of 32 bytes in base64\. Restore it/,
    )
  })

  it('is the setting if it is set, and null with PostgreSQL alone', async () => {
    expect(await loadSecretsKey({ ...(await embedded()), secretsKey: key })).toBe(key)
    expect(await loadSecretsKey({ secretsKey: null, databaseUrl: 'postgresql://x', dataDir: '/nowhere' })).toBeNull()
  })
})
