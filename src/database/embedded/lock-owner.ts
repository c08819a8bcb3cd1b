import { randomUUID } from 'node:crypto'
import { readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const Owner = z.object({
  pid: z.number(),
  /** The running system: its boot id, or its name where the system has no boot id. */
  machine: z.string(),
  /** The pid namespace: the same pid in another one is another process. */
  namespace: z.string().nullable(),
  /** Start of the process in ticks since boot, or a random id: tells apart processes that reuse a pid. */
  started: z.string(),
  /** The mounted file system of the directory. */
  device: z.number(),
  /** Whether the owner listens on a socket in the directory while it lives. */
  listens: z.boolean(),
})

/** The process that has locked a data directory, as described in its owner file. */
export type Owner = z.infer<typeof Owner>

/** Replaces the start of this process on systems without /proc. */
const processId = randomUUID()

const fileIn = (directory: string) => join(directory, 'owner')
const socketIn = (directory: string) => join(directory, 'owner.sock')

/** The owner named in the directory; null if there is none, or its file cannot be read. */
export async function readOwner(directory: string): Promise<Owner | null> {
  try {
    return Owner.parse(JSON.parse(await readFile(fileIn(directory), 'utf8')))
  } catch {
    return null
  }
}

/**
 * Whether the owner is certain to be dead, as seen by process `pid`. False for an owner on another machine, and for one
 * in another container if the file system has no sockets: then only the age of its heartbeat is evidence.
 */
export async function isOwnerDead(owner: Owner, directory: string, pid: number): Promise<boolean> {
  const here = await describeOwner(directory, pid)
  if (owner.machine !== here.machine) return false
  if (owner.namespace === here.namespace) return owner.pid === pid ? owner.started !== here.started : isGone(owner)
  // With the same kernel and mount, the socket of a live owner is reachable from any container.
  return owner.listens && owner.device === here.device && isRefused(socketIn(directory))
}

/** Writes this process as the owner, and returns a function that closes its socket. */
export async function announceOwner(directory: string, pid: number): Promise<() => Promise<void>> {
  await forgetOwner(directory)
  const server = await listenIn(directory)
  const owner: Owner = { ...(await describeOwner(directory, pid)), listens: server !== null }
  await writeFile(fileIn(directory), JSON.stringify(owner))
  return async () => {
    if (server) await new Promise((resolve) => server.close(resolve))
  }
}

/** Removes the owner's files, so that the next owner is not mistaken for it. */
export async function forgetOwner(directory: string): Promise<void> {
  await rm(fileIn(directory), { force: true })
  await rm(socketIn(directory), { force: true })
}

async function describeOwner(directory: string, pid: number): Promise<Omit<Owner, 'listens'>> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null)
  const namespace = await readlink('/proc/self/ns/pid').catch(() => null)
  const started = (await readProcess(pid))?.started ?? processId
  const { dev: device } = await stat(directory)
  return { pid, machine: boot === null ? `host ${hostname()}` : `boot ${boot.trim()}`, namespace, started, device }
}

async function isGone({ pid, started }: Owner): Promise<boolean> {
  if (!exists(pid)) return true
  const found = await readProcess(pid)
  return found !== null && (found.started !== started || found.isZombie)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** State and start of a process on Linux (fields 3 and 22 of /proc/PID/stat); null elsewhere, and if unreadable. */
async function readProcess(pid: number): Promise<{ isZombie: boolean; started: string } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name in field 2 may itself contain spaces and parentheses.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, started] = [fields?.[0], fields?.[19]]
  return state && started ? { isZombie: state === 'Z', started } : null
}

/** Listens on a socket in the directory, which the kernel closes when the process dies; null if not possible. */
async function listenIn(directory: string): Promise<Server | null> {
  const path = socketIn(directory)
  // A longer path would be truncated without an error.
  if (Buffer.byteLength(path) > 100) return null
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen(path, () => resolve(server.unref()))
  })
}

async function isRefused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'))
  })
}
