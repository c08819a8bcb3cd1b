import { builds } from './builds.ts'
import { chainReads } from './chain.ts'
import { fanout } from './fanout.ts'
import { ingest } from './ingest.ts'
import { judgement } from './judgement.ts'
import { onboarding } from './onboarding.ts'
import { outage } from './outage.ts'
import { page } from './page.ts'
import { queries } from './queries.ts'
import { queryChanges } from './query-changes.ts'
import { queryHot } from './query.ts'
import type { Benchmark } from './result.ts'
import { rollUp } from './roll-up.ts'
import { searching } from './search.ts'
import { shards } from './shards.ts'
import { start } from './start.ts'
import { telemetry } from './telemetry.ts'
import { tick } from './tick.ts'
import { tracing } from './trace.ts'

/** All benchmarks, in the order of the reports. */
export const benchmarks: readonly Benchmark[] = [
  queries,
  queryHot,
  queryChanges,
  fanout,
  telemetry,
  ingest,
  tick,
  shards,
  rollUp,
  outage,
  page,
  searching,
  chainReads,
  tracing,
  onboarding,
  judgement,
  start,
  builds,
]
