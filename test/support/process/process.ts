import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../until.ts'

/** The built server; `npm test` builds it first. */
const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

/**
 * Flags for Node in short-lived processes: they do not optimize the WebAssembly of the database, which takes longer than
 * it saves.
 */
export const nodeFlags = ['--liftoff-only']

/** A temporary data directory, deleted on disposal. */
export async function givenDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'vigia-test-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts Vigía as a separate process with only these settings in its environment. Disposal kills it. */
export function startVigia(settings: Record<string, string>) {
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: { PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (said.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()))
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  return {
    said,
    /** Waits until it is ready and returns its URL. */
    ready: (): Promise<string> =>
      until('it is ready', () => {
        if (hasEnded())
          throw new Error(`It ended with ${child.exitCode ?? child.signalCode}: ${said.stderr}${said.stdout}`)
        return urlIn(said.stdout)
      }),
    /** Waits until it ends; returns its exit code, signal and output. */
    async ended() {
      const [code, signal] = await closed
      return { code, signal, ...said }
    },
    send: (signal: 'SIGTERM' | 'SIGINT' | 'SIGUSR2' | 'SIGSTOP' | 'SIGCONT') => child.kill(signal),
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

/** The URL in the log line that reports readiness. */
function urlIn(stdout: string): string | undefined {
  const line = stdout.split('\n').find((text) => text.includes('Vigía is ready'))
  return line && (JSON.parse(line) as { url: string }).url
}
