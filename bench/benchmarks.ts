import { fanout } from './fanout.ts'
import { page } from './page.ts'
import { queryChanges } from './query-changes.ts'
import { queryCold, queryHot } from './query.ts'
import type { Benchmark } from './result.ts'
import { searching } from './search.ts'
import { start } from './start.ts'
import { telemetry } from './telemetry.ts'
import { tick } from './tick.ts'

/** All benchmarks, in the order of the reports. */
export const benchmarks: readonly Benchmark[] = [
  queryHot,
  queryChanges,
  queryCold,
  fanout,
  telemetry,
  tick,
  page,
  searching,
  start,
]
