import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nodeOn, type Core } from './cores.ts'

const meter = fileURLToPath(new URL('meter.js', import.meta.url))

/** Resource usage of a process since its start: user and system CPU time, and resident memory. */
export type Usage = { cpuMs: number; rssBytes: number }

type Options = { core: Core; env?: Record<string, string>; args?: string[] }

/** A process of the benchmark, controlled over IPC. */
export type Child = {
  /** Sends a message and waits for a response with this field. */
  ask: <T>(field: string, message: object) => Promise<T>
  tell: (message: object) => void
  /** Waits for a message with this field. */
  hear: <T>(field: string) => Promise<T>
  /** The usage so far; `collect` forces a garbage collection first. */
  usage: (collect?: boolean) => Promise<Usage>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Starts a TypeScript file of the benchmark as a separate process and waits until it is ready. */
export async function startReady(file: string, options: Options): Promise<{ child: Child; ready: unknown }> {
  const child = startNode(['--import', 'tsx', fileURLToPath(new URL(`../${file}`, import.meta.url))], options)
  try {
    return { child, ready: await child.hear('ready') }
  } catch (error) {
    await child[Symbol.asyncDispose]()
    throw error
  }
}

/** Starts Node with these arguments and only `env`, `PATH` and `NODE_ENV` in its environment. Disposal kills it. */
export function startNode(args: readonly string[], { core, env = {}, args: more = [] }: Options): Child {
  const [command, all] = nodeOn(core, ['--expose-gc', '--import', meter, ...args, ...more])
  const child = spawn(command, all, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const closed = once(child, 'close')
  const hear = listenTo(child)
  // Sending to an ended process is skipped: `hear` rejects then.
  const tell = (message: object) => {
    if (!hasEnded(child)) child.send(message)
  }
  const ask = <T>(field: string, message: object) => {
    const answer = hear<T>(field)
    tell(message)
    return answer
  }
  return {
    ask,
    tell,
    hear,
    usage: (collect = false) => ask<Usage>('meter', { meter: true, collect }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

function listenTo(child: ChildProcess) {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)))
  return <T>(field: string) =>
    new Promise<T>((resolve, reject) => {
      const take = (message: Record<string, unknown>) => {
        if (!(field in message)) return
        child.off('message', take)
        child.off('exit', fail)
        resolve(message[field] as T)
      }
      const fail = () => {
        reject(new Error(`${child.spawnargs.slice(-2).join(' ')} ended: ${said}`))
      }
      if (hasEnded(child)) fail()
      child.on('message', take)
      child.once('exit', fail)
    })
}
