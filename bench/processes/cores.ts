import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Who measures and makes the load runs on one core, who is measured on another, so that neither takes from the other. Where
 * nobody makes a load meanwhile, who is measured has them all.
 */
export type Core = 'load' | 'measured' | 'all'

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** Whether processes are kept on cores of their own: where there are two and `taskset` is there. */
export const pinned: boolean = canPin

/** The command that runs Node on a core, with these arguments. */
export const nodeOn = (core: Core, args: readonly string[]): [command: string, args: string[]] =>
  canPin && core !== 'all'
    ? ['taskset', ['--cpu-list', core === 'load' ? '0' : '1', process.execPath, ...args]]
    : [process.execPath, [...args]]
