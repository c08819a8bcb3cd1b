/**
 * The probability that a Poisson variable of mean `mean` is at most `k`. The terms are summed from that of `k`
 * downwards; each is the previous one times i/mean. So nothing overflows or cancels for means up to millions.
 */
export function poissonAtMost(k: number, mean: number): number {
  if (k < 0) return 0
  if (mean <= 0) return 1
  let term = 1
  let sum = 1
  for (let i = Math.floor(k); i > 0; i--) {
    term *= i / mean
    sum += term
    if (i < mean && term < sum * 1e-17) break
  }
  const log = Math.floor(k) * Math.log(mean) - mean - logFactorial(Math.floor(k)) + Math.log(sum)
  return Math.min(1, Math.exp(log))
}

/**
 * Up to this number, factorials are summed up; above it, the error of three terms of Stirling's series is below 1e-12.
 */
const seriesFrom = 32

/** The natural logarithm of n!. */
export function logFactorial(n: number): number {
  let sum = 0
  if (n < seriesFrom) {
    for (let i = 2; i <= n; i++) sum += Math.log(i)
    return sum
  }
  const correction = 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5)
  return n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + correction
}
