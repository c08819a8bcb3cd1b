import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nodeOn, type Core } from './cores.ts'

const meter = fileURLToPath(new URL('meter.js', import.meta.url))

/** What a process has used since it began: CPU of user and system, and the memory it holds. */
export type Usage = { cpuMs: number; rssBytes: number }

type Options = { core: Core; env?: Record<string, string>; args?: string[] }

/** A process of the benchmark, and what may be asked of it. */
export type Child = {
  /** Sends a message and waits for the answer that has a field of this name. */
  ask: <T>(field: string, message: object) => Promise<T>
  tell: (message: object) => void
  /** Waits for a message that has a field of this name. */
  hear: <T>(field: string) => Promise<T>
  /** What it has used so far; `collect` collects its garbage before. */
  usage: (collect?: boolean) => Promise<Usage>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Starts a TypeScript file of the benchmark as a process of its own, and waits until it says that it is ready. */
export async function startReady(file: string, options: Options): Promise<{ child: Child; ready: unknown }> {
  const child = startNode(['--import', 'tsx', fileURLToPath(new URL(`../${file}`, import.meta.url))], options)
  try {
    return { child, ready: await child.hear('ready') }
  } catch (error) {
    await child[Symbol.asyncDispose]()
    throw error
  }
}

/** Starts Node with these arguments and nothing else of the environment. It is killed when it is disposed of. */
export function startNode(args: readonly string[], { core, env = {}, args: more = [] }: Options): Child {
  const [command, all] = nodeOn(core, ['--expose-gc', '--import', meter, ...args, ...more])
  const child = spawn(command, all, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const closed = once(child, 'close')
  const hear = listenTo(child)
  // Whoever waits for an answer of a process that has ended is told so.
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
