/** Prints the measurements of a test if FAULT_ROUNDS is set. */
export function tell(figures: Record<string, unknown>): void {
  if (process.env['FAULT_ROUNDS']) process.stdout.write(`${JSON.stringify(figures)}\n`)
}
