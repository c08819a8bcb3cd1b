import { cpus, totalmem } from 'node:os'
import { pinned } from './processes/cores.ts'

/** Where and when figures were measured. */
export type Machine = {
  cpu: string
  cores: number
  memoryGiB: number
  node: string
  platform: string
  /** Whether the load and what is measured had a core each. */
  pinned: boolean
  date: string
}

/** This machine, now. */
export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 1_024 ** 3),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  pinned,
  date: new Date().toISOString().slice(0, 10),
})
