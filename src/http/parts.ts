import type { Probe } from '../access/probe.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { RootDatabase } from '../database/database.ts'
import type { ReadInventory } from '../inventory/inventory.ts'
import type { Live } from '../live.ts'
import type { Figures } from '../monitoring/telemetry/figures.ts'
import type { Panel } from '../monitoring/notifications/notifications.ts'
import type { Acceptance, Report } from '../monitoring/reports.ts'
import type { Inbox } from '../trade/inbound-queue.ts'
import type { Witness } from '../trade/inbound.ts'

/** What the REST edge asks: the parts of the house that the composition root has built. */
export type Parts = {
  db: RootDatabase
  config: Config
  clock: Clock
  live: Live
  probe: Probe
  readPanel: () => Promise<Panel>
  readInventory: ReadInventory
  /** What was measured of a subject over the 5 minutes before the last tick; null without samples. */
  figuresOf: (subjectId: number) => Figures | null
  /** Records what other services report. */
  accept: (reports: { index: number; report: Report }[]) => Promise<Acceptance>
  /** Where SINLI messages are taken in. */
  inbox: Inbox
  /** Counts an attempt at a SINLI message for the integration and the library concerned. */
  witness: Witness
  /** True from the moment the process was told to stop. */
  isStopping: () => boolean
}
