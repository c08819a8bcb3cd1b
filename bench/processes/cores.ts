import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * The load generator runs on one core and the measured process on another, so that neither slows the other. Without
 * concurrent load, the measured process may use all cores.
 */
export type Core = 'load' | 'measured' | 'all'

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** Whether processes are pinned to cores: requires at least two cores and `taskset`. */
export const pinned: boolean = canPin

/** The command that runs Node on a core with these arguments. */
export const nodeOn = (core: Core, args: readonly string[]): [command: string, args: string[]] =>
  canPin && core !== 'all'
    ? ['taskset', ['--cpu-list', core === 'load' ? '0' : '1', process.execPath, ...args]]
    : [process.execPath, [...args]]
