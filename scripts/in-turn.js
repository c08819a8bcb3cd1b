// cspell:words ELOCKED
// Of several processes in one checkout, such as npm start beside npm test, only one builds or installs at a time.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../dist/', import.meta.url))

/** A process that was killed meanwhile is waited for no longer than this. */
const stale = 30_000

/**
 * Runs `work` while no other process runs work of the same name, which says what it does.
 * @throws Error if the packages of the checkout are missing.
 */
export async function inTurn(name, work) {
  const { lock } = await import('proper-lockfile').catch(() => {
    throw new Error('Some packages are missing. Install them first: npm ci')
  })
  mkdirSync(folder, { recursive: true })
  // On a busy machine the renewal may be late. Then two processes work at once, as without the lock.
  const options = { realpath: false, stale, onCompromised: () => undefined }
  const take = (retries) => lock(`${folder}.${name}`, { ...options, retries })
  const release = await take(0).catch((error) => {
    if (error.code !== 'ELOCKED') throw error
    console.error(`Another process is ${name}; waiting for it`)
    return take({ forever: true, minTimeout: 100, maxTimeout: 500 })
  })
  try {
    return await work()
  } finally {
    await release().catch(() => undefined)
  }
}
