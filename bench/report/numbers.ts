/** A number with as many digits as tell something. */
export function short(value: number): string {
  const digits = Math.max(0, 2 - Math.max(-2, Math.floor(Math.log10(Math.abs(value) || 1))))
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A ratio as it is told: a multiple of the limit. */
export const times = (ratio: number | null): string => (ratio === null ? '' : `${short(ratio)} ×`)
