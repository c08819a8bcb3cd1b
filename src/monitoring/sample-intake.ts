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

/** What samples are taken in for. `probed` are the ids of the endpoints that the service itself calls. */
export type IntakeParts = { db: RootDatabase; clock: Clock; probed: ReadonlySet<string> }

/** The figures of one subject. */
export type SubjectStats = { kind: Kind; key: string; figures: LatencyStats }

/** Where samples come in, from our own traffic and from others, and where what they add up to is read. */
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
    /** Counts a finished request or operation of a subject; one that nobody knows is left out. */
    observe: (kind: Kind, key: string, sample: Sample): void => {
      const subject = registry.find(kind, key)
      if (subject) record(subject, sample)
    },
    /** Takes what other services report. */
    accept: (reports: { index: number; report: ReportedSample }[]): Promise<IngestResult> =>
      accept(reports, registry, clock.now(), record),
    /** What was measured of a subject over the 5 minutes before figures were last taken; null without samples. */
    statsOf: (subjectId: number): LatencyStats | null => taken.get(subjectId) ?? null,
    /** Takes the figures of everybody anew, and returns whether any are others than before. */
    refreshStats(at: number): boolean {
      const before = taken
      taken = telemetry.figuresAt(at)
      return !isDeepStrictEqual(before, taken)
    },
    /** The figures of everybody who was heard of in the last 5 minutes. */
    allStats: (): SubjectStats[] =>
      registry.all().flatMap(({ id, kind, key }) => {
        const figures = taken.get(id)
        return figures ? [{ kind, key, figures }] : []
      }),
    requestsInLastMinute: (subjectId: number, at: number): number => telemetry.countSince(subjectId, at - 60_000),
  }
}

export type SampleIntake = ReturnType<typeof createIntake>
