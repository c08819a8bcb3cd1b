/** Placeholder for a missing value, which is never shown as zero. */
export const NO_VALUE = '—'
