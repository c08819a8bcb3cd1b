import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../lib/clock.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { Kind } from '../../generated/prisma/enums.ts'
import type { LatencyStats } from '../telemetry/latency-stats.ts'
import { summarise } from '../health/rule/window-summary.ts'
import type { SummaryOf } from '../health/subject-timers.ts'
import { summariseTraffic } from '../health/traffic/summarise-traffic.ts'
import { createFlush } from '../telemetry/flush.ts'
import { createRegistry, type RegisteredSubject, type Registry } from './subject-registry.ts'
import { accept, type AcceptedReports, type ReadReports } from './accept-reports.ts'
import type { DecodedEntries } from '../../otlp/collector.ts'
import type { Rejection } from '../../otlp/encode-response.ts'
import type { Span } from '../../otlp/telemetry-data.ts'
import { acceptSpans } from './accept-spans.ts'
import { addReported } from '../examples/add-reported.ts'
import { createExampleLog, type ExampleLog } from '../examples/example-log.ts'
import { createMetricsIntake } from './accept-metrics.ts'
import { noteReport } from './note-report.ts'
import type { FinderDeps } from './find-subjects.ts'
import type { Aggregate } from '../telemetry/aggregate.ts'
import { createSourceLog, type SourceLog } from '../telemetry/sources/source-log.ts'
import { countRefusals, type RefusedCount, type RequestRefusal } from '../telemetry/sources/refusal.ts'
import type { SourceFormat } from '../telemetry/sources/source-queries.ts'
import { createTelemetry, type Telemetry } from '../telemetry/telemetry.ts'
import type { SampleTotals } from '../telemetry/sample-totals.ts'
import { lastSample } from '../telemetry/last-sample.ts'
import { recordAggregate, type Sample } from '../telemetry/window.ts'

/**
 * Dependencies of the intake. `probed` holds the ids of the endpoints that the service probes; `environment` is the
 * setting APP_ENVIRONMENT.
 */
export type IntakeDeps = Pick<FinderDeps, 'readEndpointMatcher'> & {
  db: RootDatabase
  clock: Clock
  probed: ReadonlySet<string>
  environment: string
}

/** The statistics of one subject. */
export type SubjectStats = { kind: Kind; key: string; figures: LatencyStats }

/** All samples of one subject that this instance recorded since it started. */
export type SubjectTotals = { kind: Kind; key: string; totals: SampleTotals }

/** Records samples from our own traffic and from other services, and holds the statistics computed from them. */
export function createIntake({ db, clock, probed, environment, readEndpointMatcher }: IntakeDeps) {
  const telemetry = createTelemetry()
  const registry = createRegistry(db, probed)
  const flush = createFlush(db, telemetry)
  const sources = createSourceLog(db)
  const examples = createExampleLog(db)

  function record({ id, budget }: RegisteredSubject, sample: Sample | Aggregate): void {
    if ('count' in sample) recordAggregate(telemetry.windowOf(id), sample, budget.budgetMs)
    else telemetry.record(id, sample, budget.budgetMs)
  }

  return {
    telemetry,
    registry,
    flush,
    sources,
    examples,
    /** Counts a finished request or operation of a subject; unregistered subjects are ignored. */
    observe: (kind: Kind, key: string, sample: Sample): void => {
      const subject = registry.find(kind, key)
      if (subject) record(subject, sample)
    },
    ...takeReports({ clock, registry, sources, examples, record }),
    ...takeSpans({ db, clock, registry, readEndpointMatcher, sources, examples, environment }),
    /** Validates and records data points of OpenTelemetry. */
    acceptMetrics: createMetricsIntake({ db, clock, environment, registry, readEndpointMatcher, sources, record }),
    ...createStats(telemetry, registry),
    /** The totals of all subjects with samples on this instance since its start; at most 10 s old. */
    allTotals: (): SubjectTotals[] =>
      registry.all().flatMap(({ id, kind, key }) => {
        const totals = telemetry.totalsOf(id)
        return totals ? [{ kind, key, totals }] : []
      }),
    requestsInLastMinute: (subjectId: number, at: number): number => telemetry.countSince(subjectId, at - 60_000),
  }
}

type ReportDeps = Pick<IntakeDeps, 'clock'> & {
  registry: Registry
  sources: SourceLog
  examples: ExampleLog
  record: (subject: RegisteredSubject, sample: Sample | Aggregate) => void
}

/** The intake of data from sources. */
function takeReports({ clock, registry, sources, examples, record }: ReportDeps) {
  return {
    /** Records that a source sent something in a format. */
    recordContact: (sourceId: string, format: SourceFormat): void => {
      sources.recordContact(sourceId, format, clock.now())
    },
    /** Counts a report of a source that was refused as a whole. */
    refusedRequest: (sourceId: string, refusal: RequestRefusal): void => {
      sources.refusedRequest(sourceId, refusal, clock.now())
    },
    /**
     * Validates reports; the caller then records the valid ones and their source's activity. `sourceId` is null for our
     * own reports.
     */
    accept: ({ reports, unreadable }: ReadReports, sourceId: string | null): Promise<AcceptedReports> =>
      accept(reports, { registry, isOurs: sourceId === null }, clock.now(), ({ valid, refusals, unmatched }) => {
        for (const { subject, sample } of valid) {
          record(subject, sample)
          if (!('count' in sample)) addReported(examples, subject, sample)
        }
        if (sourceId === null) return
        const at = clock.now()
        for (const report of unmatched) sources.unmatched(sourceId, report, at)
        const counts = { accepted: valid.length, unknown: unmatched.length, rejected: unreadable + refusals.length }
        noteReport(
          { sources, registry, record },
          sourceId,
          { samples: valid, ...counts, refused: countRefusals(refusals) },
          at,
        )
      }),
  }
}

type SpanDeps = Pick<IntakeDeps, 'db' | 'clock' | 'environment' | 'readEndpointMatcher'> & {
  registry: Registry
  sources: SourceLog
  examples: ExampleLog
}

/** Accepts spans sent by OpenTelemetry. They are only displayed: health is computed from samples. */
const takeSpans = ({ clock, sources, ...deps }: SpanDeps) => ({
  /** Stores the failed and slow requests among spans as examples; returns the rejected count and the reasons. */
  acceptSpans: (decoded: DecodedEntries<Span>, sourceId: string): Promise<Rejection> => {
    const at = clock.now()
    sources.recordContact(sourceId, 'OPENTELEMETRY', at)
    const refused = (counts: readonly RefusedCount[]) => {
      sources.refused(sourceId, counts, at)
    }
    return acceptSpans(decoded, { ...deps, refused }, at)
  },
})

/** The statistics of all subjects, which are computed at each tick. */
function createStats(telemetry: Telemetry, registry: Registry) {
  let stats: ReadonlyMap<number, LatencyStats> = new Map()
  let statsAt = 0
  return {
    /** The statistics of the 5 minutes before the last refresh; null without samples. */
    statsOf: (subjectId: number): LatencyStats | null => stats.get(subjectId) ?? null,
    /** The samples before the last refresh, as the rule sees them. */
    summaryOf: (...[id, memory, policy, learned = null]: Parameters<SummaryOf>): ReturnType<SummaryOf> => {
      const window = telemetry.windowOf(id)
      const traffic = summariseTraffic(window, statsAt, { policy, learned, memory, pauses: [], explanation: null })
      return { ...summarise(window, statsAt, memory, policy), ...(traffic && { traffic }), at: statsAt }
    },
    /**
     * Time of the last sample before the last refresh, in milliseconds since 1970; null if no sample is left in the
     * window.
     */
    recentSampleOf(subjectId: number): number | null {
      const { lastSampleAt } = lastSample(telemetry.windowOf(subjectId), statsAt, 1)
      return lastSampleAt === null ? null : Math.min(lastSampleAt, statsAt)
    },
    /** Computes the statistics of all subjects at `at`, and returns whether any changed. */
    refreshStats(at: number): boolean {
      const before = stats
      stats = telemetry.statsAt(at)
      statsAt = at
      return !isDeepStrictEqual(before, stats)
    },
    /** The statistics of all subjects with samples in the 5 minutes before the last refresh. */
    allStats: (): SubjectStats[] =>
      registry.all().flatMap(({ id, kind, key }) => {
        const figures = stats.get(id)
        return figures ? [{ kind, key, figures }] : []
      }),
  }
}

export type SampleIntake = ReturnType<typeof createIntake>
