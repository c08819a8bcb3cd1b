/** A number with as many digits as tell something. */
export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A ratio as it is told: a multiple of the limit. */
export const times = (ratio: number | null): string => (ratio === null ? '' : `${short(ratio)} ×`)
