import { isLongRun } from './extent.ts'

/** Prints the measurements of a test in a long run. */
export function printFigures(figures: Record<string, unknown>): void {
  if (isLongRun) process.stdout.write(`${JSON.stringify(figures)}\n`)
}
