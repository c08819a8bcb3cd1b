/** Whether tests run in their long form, as in `npm run test:faults`. */
export const isLongRun = Boolean(process.env['FAULT_ROUNDS'])

/** Whether tests try more cases than in `npm test`: with `THOROUGH=true`, which CI sets on PostgreSQL. */
const isThorough = process.env['THOROUGH'] === 'true'

/** How many generated cases a test tries. */
export const casesOf = (quick: number, thorough: number) => (isThorough ? thorough : quick)

/** A test of the long run only: details of a page, while `npm test` covers its main path. */
export const longTest = (title: string, run: () => Promise<void>): void => {
  if (isLongRun) test(title, run)
}
