import type { DecodedEntries } from '../../otlp/collector.ts'
import type { Rejection } from '../../otlp/encode-response.ts'
import type { Span } from '../../otlp/telemetry-data.ts'
import { render } from '../../messages/sentences.ts'
import { checkSampleTime } from './check-sample-time.ts'
import { createSubjectFinder, type FinderDeps, type FindSubject } from './find-subjects.ts'
import { createRejections } from './rejections.ts'
import type { RegisteredSubject } from './subject-registry.ts'
import { checkEnvironment } from '../telemetry/otlp/metric-mapping.ts'
import type { Target } from '../telemetry/otlp/metric-targets.ts'
import type { ExampleLog } from '../examples/example-log.ts'
import type { RequestExample } from '../examples/request-example.ts'
import { toExample } from '../examples/span-example.ts'
import type { Refusal, RefusedCount } from '../telemetry/sources/refusal.ts'
import { targetsOfSpan } from '../examples/span-targets.ts'

/**
 * Dependencies of accepting spans. `environment` is the setting APP_ENVIRONMENT; `refused` counts refused spans for the
 * source.
 */
export type SpanDeps = FinderDeps & {
  examples: Pick<ExampleLog, 'add'>
  environment: string
  refused: (counts: readonly RefusedCount[]) => void
}

type Reason = Refusal | string

/** A span that names subjects. If it failed or was slow, it is kept as an example of them. */
type Candidate = { targets: Target[]; example: RequestExample; isFailed: boolean }

/**
 * Stores the spans of failed and slow requests of registered subjects as examples, in memory until the next tick. Other
 * spans are ignored, not rejected. Rejects spans of another environment, malformed spans and, among failed or slow
 * ones, those outside the accepted times and those without a registered subject.
 */
export async function acceptSpans(
  { items: spans, ...unreadable }: DecodedEntries<Span>,
  deps: SpanDeps,
  now: number,
): Promise<Rejection> {
  const rejections = createRejections(unreadable)
  const candidates: Candidate[] = []
  for (const span of spans) {
    const read = readSpan(span, deps.environment)
    if (read && 'targets' in read) candidates.push(read)
    else if (read) rejections.reject(read)
  }
  for (const reason of await keepExamples(candidates, deps, now)) rejections.reject(reason)
  deps.refused(rejections.refused())
  return rejections.result()
}

/** Keeps the spans that failed or were slow; returns the reasons why others are rejected. */
async function keepExamples(candidates: readonly Candidate[], deps: SpanDeps, now: number): Promise<Reason[]> {
  if (candidates.length === 0) return []
  const targets = candidates.flatMap((candidate) => candidate.targets)
  const { find } = await createSubjectFinder(deps, targets)
  return candidates.flatMap((candidate) => keepExample(candidate, { find, now, examples: deps.examples }) ?? [])
}

/** A span that names subjects; null if it names none; a refusal if it is rejected. */
function readSpan(span: Span, environment: string): Candidate | Refusal | null {
  const elsewhere = checkEnvironment(span.resource, environment)
  if (elsewhere !== null) return elsewhere
  const targets = targetsOfSpan(span)
  if (targets.length === 0) return null
  const read = toExample(span)
  return read ? { targets, ...read } : { reason: 'UNREADABLE', message: 'A span has no valid ids, or no valid times.' }
}

/** Keeps a span if it failed or was slow. Returns the reason if it is rejected, otherwise null. */
function keepExample(
  { targets, example, isFailed }: Candidate,
  { find, examples, now }: { find: FindSubject; examples: SpanDeps['examples']; now: number },
): Reason | null {
  const found = targets.map(find)
  const known = found.filter((one): one is RegisteredSubject => !('missing' in one))
  if (known.length === 0) return isFailed ? missingReason(found) : null
  const concerned = known.filter(({ budget }) => isFailed || example.durationMs > budget.budgetMs)
  if (concerned.length === 0) return null
  const late = checkSampleTime(example.at, now)
  if (late !== null) return { ...late, message: `The end of a span is out of range: ${late.message}` }
  for (const { id } of concerned) examples.add(id, example)
  return null
}

const missingReason = ([first]: readonly ReturnType<FindSubject>[]) =>
  first && 'missing' in first ? render(first.missing, 'en') : null
