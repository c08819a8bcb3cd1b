const INTERVALS = 3
const ROUND_NUMBERS = [1, 2, 5, 10] as const

/** Round values for an axis, from 0 to the first that reaches both `max` and `minTop`. */
export function valueTicks(max: number, minTop: number): number[] {
  const minStep = Math.max(max, minTop) / INTERVALS
  const magnitude = 10 ** Math.floor(Math.log10(minStep))
  const step = magnitude * (ROUND_NUMBERS.find((round) => round * magnitude >= minStep) ?? 10)
  const count = Math.ceil(Math.max(max, minTop) / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
