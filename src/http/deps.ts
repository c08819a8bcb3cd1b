import type { Alerting } from '../alerting/alerting.ts'
import type { Secrets } from '../alerting/secrets.ts'
import type { ProbeIdentity } from '../auth/probe-identity.ts'
import type { Oidc } from '../auth/oidc/oidc.ts'
import type { TrustedDocument } from '../auth/tokens/bound-document.ts'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../config.ts'
import type { RootDatabase } from '../database/database.ts'
import type { ReadEndpointMatcher } from '../inventory/endpoint-matcher.ts'
import type { ReadInventory } from '../inventory/inventory.ts'
import type { ChangeBus } from '../lib/change-bus.ts'
import type { LatencyStats } from '../monitoring/telemetry/latency-stats.ts'
import type { RequestRefusal } from '../monitoring/telemetry/sources/refusal.ts'
import type { SourceFormat } from '../monitoring/telemetry/sources/source-queries.ts'
import type { WithFrozenSubject } from '../monitoring/incidents/operator-actions.ts'
import type { SummaryOf } from '../monitoring/health/subject-timers.ts'
import type { Panel } from '../monitoring/notifications/notifications.ts'
import type { AcceptMetrics } from '../monitoring/intake/accept-metrics.ts'
import type { Rejection } from '../otlp/encode-response.ts'
import type { AcceptedReports, ReadReports } from '../monitoring/intake/accept-reports.ts'
import type { RetireSubject } from '../monitoring/incidents/retire-subject.ts'
import type { DecodedEntries } from '../otlp/collector.ts'
import type { Span } from '../otlp/telemetry-data.ts'
import type { ImportEndpoints } from '../monitoring/reported-endpoints/import-endpoints.ts'
import type { RetirePending } from '../monitoring/reported-endpoints/retire-pending.ts'
import type { Inbox } from '../trade/inbound/inbox.ts'
import type { ClientAddress } from '../request/client-address.ts'
import type { RequestTraces } from '../request/request-traces.ts'
import type { SessionCache } from '../request/session-cache.ts'
import type { BeatLimits } from './ingest/beat-limits.ts'
import type { CheckTokenRate } from '../request/token-rate.ts'
import type { OutcomeRecorder } from '../trade/inbound/process-message.ts'

/** Dependencies of the REST routes, built by the composition root. */
export type Deps = {
  db: RootDatabase
  config: Config
  clock: Clock
  /** Milliseconds by which this machine's clock is ahead of the database's; null if the clocks are not compared. */
  clockOffsetMs: () => number | null
  changeBus: ChangeBus
  probe: ProbeIdentity
  /** Signing in with the identity provider; null if none is configured. */
  oidc: Oidc | null
  clientAddress: ClientAddress
  checkTokenRate: CheckTokenRate
  /** Stores the traces of requests that wrote, failed or were slow. */
  requestTraces: Pick<RequestTraces, 'record' | 'counts'>
  beatLimits: BeatLimits
  sessions: SessionCache
  /** The documents that a token can be bound to. */
  documents: readonly TrustedDocument[]
  readPanel: () => Promise<Panel>
  readInventory: ReadInventory
  /** Statistics of a subject over the 5 minutes before the last evaluation; null without samples. */
  statsOf: (subjectId: number) => LatencyStats | null
  /** Summary of the samples that the last evaluation of the health rule used for a subject. */
  summaryOf: SummaryOf
  /** Time of a subject's last sample before the last evaluation, in milliseconds since 1970; null after an hour. */
  recentSampleOf: (subjectId: number) => number | null
  /** Runs work that depends on the state of a subject while no evaluation runs. */
  withFrozenSubject: WithFrozenSubject
  /** Validates samples reported by other services; the caller then records the valid ones. */
  accept: (reports: ReadReports, sourceId: string) => Promise<AcceptedReports>
  /** Validates and records OpenTelemetry data points; rejects only if none was stored. */
  acceptMetrics: AcceptMetrics
  /** Stores the failed and slow requests among spans as examples; returns the rejected count and the reasons. */
  acceptSpans: (decoded: DecodedEntries<Span>, sourceId: string) => Promise<Rejection>
  /** Records that a source sent data in a format. */
  recordContact: (sourceId: string, format: SourceFormat) => void
  /** Counts a report of a service that was refused as a whole. */
  refusedRequest: (sourceId: string, refusal: RequestRefusal) => void
  retireSubject: RetireSubject
  /** Finds the endpoint of a request, among the endpoints of all services that are not retired. */
  readEndpointMatcher: ReadEndpointMatcher
  importEndpoints: ImportEndpoints
  retirePending: RetirePending
  /** Stores inbound SINLI messages for processing. */
  inbox: Inbox
  /** Counts an attempt to process a SINLI message for the integration and for the library concerned. */
  recordOutcome: OutcomeRecorder
  /** Sends test messages, makes the worker deliver pending messages at once, and counts the attempts. */
  alerting: Alerting
  /** Encrypts the secrets of destinations. */
  secrets: Secrets
  /** True once shutdown has begun. */
  isStopping: () => boolean
}
