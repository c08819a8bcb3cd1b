const INTERVALS = 3
const ROUND = [1, 2, 5, 10] as const

/** Round values for an axis, from 0 to the first that reaches both `most` and `least`. */
export function scaleTo(most: number, least: number): number[] {
  const rough = Math.max(most, least) / INTERVALS
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * (ROUND.find((round) => round * magnitude >= rough) ?? 10)
  const count = Math.ceil(Math.max(most, least) / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
