import { cpus, totalmem } from 'node:os'
import { pinned } from './processes/cores.ts'

/** The machine of a measurement. */
export type Machine = {
  cpu: string
  cores: number
  memoryGiB: number
  node: string
  platform: string
  /** Whether the load and the measured process each had a core of their own. */
  pinned: boolean
}

/** Describes the current machine. */
export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 1_024 ** 3),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  pinned,
})

/** Whether figures of both machines may appear in one report. */
export const isSameMachine = (one: Machine, other: Machine): boolean =>
  one.cpu === other.cpu && one.cores === other.cores && one.node === other.node
