/** The median; NaN for no numbers. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN

/**
 * The median ratio to the baseline. Each round is compared with the baseline of the same round, because the speed of a
 * shared machine varies between rounds.
 */
export const ratioOf = (values: readonly number[], limits: readonly number[]): number =>
  median(values.map((value, round) => value / (limits[round] ?? NaN)))

/** The median over the rounds for each name. */
export function mediansOf<Name extends string>(rounds: readonly Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(rounds[0] ?? {}) as Name[]
  const medians = names.map((name) => [name, median(rounds.map((round) => round[name]))])
  return Object.fromEntries(medians) as Record<Name, number>
}

/** Runs some work; returns its result, and its duration and the CPU time of this process meanwhile in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; cpuMs: number; result: T }> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1_000, result }
}
