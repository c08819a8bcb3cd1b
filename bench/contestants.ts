import { startReady, type Child } from './processes/child.ts'
import type { Done, Job } from './processes/load.ts'

/** A server that is measured. */
export type Contestant = { name: string; child: Child; url: string }

/** Starts a peer and waits until it answers. */
export async function startPeer(name: string, env: Record<string, string>): Promise<Contestant> {
  const { child, ready } = await startReady(`peers/${name}.ts`, { core: 'measured', env })
  return { name, child, url: String(ready) }
}

/** Starts the process that makes the load. */
export const startLoad = async (): Promise<Child> => (await startReady('processes/load.ts', { core: 'load' })).child

/** What a server used while a job was done, and what was done. */
export type Measured = Done & { cpuMs: number }

/** With its garbage a server loses code that it has to make anew; so long it is asked before it is measured. */
const warmMs = 700

/** Has a job done, and tells what the server used meanwhile. Its garbage is collected before, and it is warm again. */
export async function measure(load: Child, { child }: Contestant, job: Job): Promise<Measured> {
  await child.usage(true)
  if (job.load) await load.ask<Done>('done', { job: { ...job, ms: warmMs, writes: null } })
  const before = await child.usage()
  const done = await load.ask<Done>('done', { job })
  const after = await child.usage()
  if (done.refused > 0) throw new Error(`${done.refused} requests were not answered as they should be: ${job.url}`)
  return { ...done, cpuMs: after.cpuMs - before.cpuMs }
}
