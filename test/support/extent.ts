/** Whether tests take their long form, as `npm run test:faults` has them do. */
export const isLongRun = Boolean(process.env['FAULT_ROUNDS'])

/** Whether tests try more cases than in `npm test`: with `THOROUGH=true`, which CI sets on PostgreSQL. */
const isThorough = process.env['THOROUGH'] === 'true'

/** How many generated cases a test tries. */
export const casesOf = (quick: number, thorough: number) => (isThorough ? thorough : quick)

/** A test of the long run alone: a detail of a page, where `npm test` has the journey of those who use it. */
export const longTest = (title: string, run: () => Promise<void>): void => {
  if (isLongRun) test(title, run)
}
