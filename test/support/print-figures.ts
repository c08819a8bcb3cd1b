/** Writes the figures of a test that is about figures, where they are asked for. */
export function tell(figures: Record<string, unknown>): void {
  if (process.env['FAULT_ROUNDS']) process.stdout.write(`${JSON.stringify(figures)}\n`)
}
