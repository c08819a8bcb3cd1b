import type { ReportedSample } from '../intake/accept-reports.ts'
import type { RegisteredSubject } from '../intake/subject-registry.ts'
import type { ExampleLog } from './example-log.ts'

/** Keeps a reported sample as an example if it has a trace id and was bad or slow. */
export function addReported(
  examples: Pick<ExampleLog, 'add'>,
  { id, budget }: RegisteredSubject,
  { trace, at, ok, durationMs }: ReportedSample,
): void {
  if (trace && (!ok || durationMs > budget.budgetMs))
    examples.add(id, { ...trace, spanId: '', name: null, at, durationMs })
}
