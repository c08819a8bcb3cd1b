/** Formats a number with three significant digits. */
export function short(value: number): string {
  const digits = Math.max(0, 2 - Math.max(-2, Math.floor(Math.log10(Math.abs(value) || 1))))
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Formats a ratio as a multiple of the baseline. */
export const times = (ratio: number | null): string => (ratio === null ? '' : `${short(ratio)} ×`)
