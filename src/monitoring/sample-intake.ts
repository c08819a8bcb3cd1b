import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../lib/clock.ts'
import type { RootDatabase } from '../database/database.ts'
import type { Kind } from '../generated/prisma/enums.ts'
import type { LatencyStats } from './telemetry/latency-stats.ts'
import { createFlush } from './telemetry/flush.ts'
import { createRegistry, type RegisteredSubject } from './subject-registry.ts'
import { accept, type IngestResult, type ReportedSample } from './accept-reports.ts'
import { createTelemetry } from './telemetry/telemetry.ts'
import type { Sample } from './telemetry/window.ts'

/** Dependencies of the intake. `probed` holds the ids of the endpoints that the service probes. */
export type IntakeParts = { db: RootDatabase; clock: Clock; probed: ReadonlySet<string> }

/** The statistics of one subject. */
export type SubjectStats = { kind: Kind; key: string; figures: LatencyStats }

/** Records samples from our own traffic and from other services, and holds the statistics computed from them. */
export function createIntake({ db, clock, probed }: IntakeParts) {
  const telemetry = createTelemetry()
  const registry = createRegistry(db, probed)
  const flush = createFlush(db, telemetry)
  let taken: ReadonlyMap<number, LatencyStats> = new Map()

  function record({ id, policy }: RegisteredSubject, sample: Sample): void {
    telemetry.record(id, sample, policy.slowBudgetMs)
  }

  return {
    telemetry,
    registry,
    flush,
    /** Counts a finished request or operation of a subject; unregistered subjects are ignored. */
    observe: (kind: Kind, key: string, sample: Sample): void => {
      const subject = registry.find(kind, key)
      if (subject) record(subject, sample)
    },
    /** Records reports of other services. */
    accept: (reports: { index: number; report: ReportedSample }[]): Promise<IngestResult> =>
      accept(reports, registry, clock.now(), record),
    /** The statistics of the 5 minutes before the last refresh; null without samples. */
    statsOf: (subjectId: number): LatencyStats | null => taken.get(subjectId) ?? null,
    /** Computes the statistics of all subjects at `at`, and returns whether any changed. */
    refreshStats(at: number): boolean {
      const before = taken
      taken = telemetry.figuresAt(at)
      return !isDeepStrictEqual(before, taken)
    },
    /** The statistics of all subjects with samples in the 5 minutes before the last refresh. */
    allStats: (): SubjectStats[] =>
      registry.all().flatMap(({ id, kind, key }) => {
        const figures = taken.get(id)
        return figures ? [{ kind, key, figures }] : []
      }),
    requestsInLastMinute: (subjectId: number, at: number): number => telemetry.countSince(subjectId, at - 60_000),
  }
}

export type SampleIntake = ReturnType<typeof createIntake>
