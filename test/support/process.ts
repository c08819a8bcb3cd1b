import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

/** Where the build puts the server; `npm test` builds first. */
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** Where a machine has much else to do, a start takes its time. */
const readyMs = 60_000

/** A data directory of a test's own, gone afterwards. */
export async function givenDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'vigia-test-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts Vigía as a process of its own, with these settings and nothing else of the environment. It is killed afterwards. */
export function startVigia(settings: Record<string, string>) {
  const child = spawn(process.execPath, [main], { env: { PORT: '0', ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (said.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()))
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  return {
    said,
    /** Where it answers, once it does. */
    ready: (): Promise<string> =>
      until(
        'it is ready',
        () => {
          if (hasEnded())
            throw new Error(`It ended with ${child.exitCode ?? child.signalCode}: ${said.stderr}${said.stdout}`)
          return urlIn(said.stdout)
        },
        readyMs,
      ),
    /** How it ended, once it has. */
    async ended() {
      const [code, signal] = await closed
      return { code, signal, ...said }
    },
    send: (signal: 'SIGTERM' | 'SIGINT' | 'SIGUSR2') => child.kill(signal),
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
    async [Symbol.asyncDispose]() {
      if (!hasEnded()) child.kill('SIGKILL')
      await closed
    },
  }
}

/** The address in the line of the log that says that it is ready. */
function urlIn(stdout: string): string | undefined {
  const line = stdout.split('\n').find((text) => text.includes('Vigía is ready'))
  return line && (JSON.parse(line) as { url: string }).url
}
