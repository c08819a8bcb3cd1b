/** The middle one of some numbers; NaN of none. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN

/**
 * How many times the limit something is: the middle one of the rounds, each compared with the limit of the same round, because
 * a machine that others share is faster in one round than in another.
 */
export const ratioOf = (values: readonly number[], limits: readonly number[]): number =>
  median(values.map((value, round) => value / (limits[round] ?? NaN)))

/** The medians of numbers that were measured in rounds, by their names. */
export function mediansOf<Name extends string>(rounds: readonly Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(rounds[0] ?? {}) as Name[]
  const medians = names.map((name) => [name, median(rounds.map((round) => round[name]))])
  return Object.fromEntries(medians) as Record<Name, number>
}

/** What some work came to, and how many milliseconds it took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now()
  const result = await work()
  return { ms: performance.now() - began, result }
}
