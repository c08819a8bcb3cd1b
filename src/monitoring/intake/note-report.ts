import { serviceKeys } from '../../trade/records/integrations.ts'
import type { RefusedCount } from '../telemetry/sources/refusal.ts'
import type { SubjectSample } from '../telemetry/sources/heard-source.ts'
import type { SourceLog } from '../telemetry/sources/source-log.ts'
import type { Sample } from '../telemetry/window.ts'
import type { RegisteredSubject, Registry } from './subject-registry.ts'

/**
 * The outcome of the entries of one request with observations or metrics; `unknown` is the number of entries that name
 * no registered subject.
 */
type ReportOutcome = {
  samples: readonly SubjectSample[]
  accepted: number
  unknown: number
  rejected: number
  refused: readonly RefusedCount[]
}

type NoteDeps = {
  sources: SourceLog
  registry: Pick<Registry, 'find'>
  record: (subject: RegisteredSubject, sample: Sample) => void
}

/**
 * Records that a service reported, which is also a good sample of its integration. An empty request and one about
 * unknown subjects count as reports, because they show that the service is alive. A request whose entries are all
 * refused for another reason does not count.
 */
export function noteReport(
  { sources, registry, record }: NoteDeps,
  sourceId: string,
  { samples, accepted, unknown, rejected, refused }: ReportOutcome,
  at: number,
): void {
  sources.refused(sourceId, refused, at)
  if (accepted + unknown === 0 && rejected > 0) {
    sources.refusedRequest(sourceId, refusalOf(refused), at)
    return
  }
  sources.reported(sourceId, samples, at)
  const own = serviceKeys(sourceId).flatMap((key) => registry.find('INTEGRACIONES', key) ?? [])[0]
  if (own) record(own, { at, ok: true, durationMs: 0 })
}

// Entries refused without a code are refused for their form.
function refusalOf(refused: readonly RefusedCount[]) {
  const { reason, environment } = refused.at(-1) ?? { reason: 'UNREADABLE' as const, environment: null }
  return { reason, values: environment === null ? {} : { environment } }
}
