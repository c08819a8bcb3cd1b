import { startReady, type Child } from './processes/child.ts'
import type { Done, Job } from './processes/load.ts'

/** A measured server. */
export type Contestant = { name: string; child: Child; url: string }

/** Starts a peer and waits until it is ready. */
export async function startPeer(name: string, env: Record<string, string>): Promise<Contestant> {
  const { child, ready } = await startReady(`peers/${name}.ts`, { core: 'measured', env })
  return { name, child, url: String(ready) }
}

/** Starts the process that generates the load. */
export const startLoad = async (): Promise<Child> => (await startReady('processes/load.ts', { core: 'load' })).child

/** The result of a job, and the server's CPU time for it. */
export type Measured = Done & { cpuMs: number }

/** A forced garbage collection also discards compiled code, so servers warm up this long before each measurement. */
const warmMs = 700

const warmUpOf = (job: Job): Job => ({ ...job, ms: warmMs, writes: null })

/**
 * Runs a job and measures the server's CPU time, after a garbage collection and a warm-up.
 * @throws if any request fails.
 */
export async function measure(load: Child, { child }: Contestant, job: Job, warmUp = warmUpOf(job)): Promise<Measured> {
  await child.usage(true)
  await load.ask<Done>('done', { job: warmUp })
  const before = await child.usage()
  const done = await load.ask<Done>('done', { job })
  const after = await child.usage()
  if (done.refused > 0) throw new Error(`${done.refused} requests were not answered as they should be: ${job.url}`)
  return { ...done, cpuMs: after.cpuMs - before.cpuMs }
}
