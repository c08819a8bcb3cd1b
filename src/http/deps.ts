import type { ProbeIdentity } from '../auth/probe-identity.ts'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../config.ts'
import type { RootDatabase } from '../database/database.ts'
import type { ReadInventory } from '../inventory/inventory.ts'
import type { Live } from '../lib/change-bus.ts'
import type { LatencyStats } from '../monitoring/telemetry/latency-stats.ts'
import type { Panel } from '../monitoring/notifications/notifications.ts'
import type { IngestResult, ReportedSample } from '../monitoring/accept-reports.ts'
import type { Inbox } from '../trade/inbound/inbox.ts'
import type { OutcomeRecorder } from '../trade/inbound/process-message.ts'

/** Dependencies of the REST routes, built by the composition root. */
export type Deps = {
  db: RootDatabase
  config: Config
  clock: Clock
  live: Live
  probe: ProbeIdentity
  readPanel: () => Promise<Panel>
  readInventory: ReadInventory
  /** Statistics of a subject over the 5 minutes before the last tick; null without samples. */
  statsOf: (subjectId: number) => LatencyStats | null
  /** Records samples that other services report. */
  accept: (reports: { index: number; report: ReportedSample }[]) => Promise<IngestResult>
  /** Stores inbound SINLI messages for processing. */
  inbox: Inbox
  /** Counts an attempt to process a SINLI message for the integration and for the library concerned. */
  witness: OutcomeRecorder
  /** True once shutdown has begun. */
  isStopping: () => boolean
}
