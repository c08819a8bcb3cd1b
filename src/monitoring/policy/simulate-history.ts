import { setImmediate as nextTurn } from 'node:timers/promises'
import { applyChange, type Incident } from '../incidents/incident.ts'
import type { Policy } from '../health/rule/policy.ts'
import { createSimulation, type Simulation, type SimulationEvent } from '../simulation/simulation.ts'
import type { RecordedRequests } from '../simulation/traffic-learner.ts'
import type { BucketRow } from '../telemetry/bucket-row.ts'
import type { HistoryPart } from './recorded-history.ts'
import { spreadRow } from './spread-row.ts'
import { countLonger, decode } from '../telemetry/histogram.ts'

/** Amount of work between two turns of the event loop, in buckets of 10 s; takes a few milliseconds. */
const bucketsPerTurn = 4_000

/** The incidents that the rule would have opened over a recorded history under a policy, oldest first. */
export async function simulateHistory(
  history: readonly HistoryPart[],
  policy: Policy,
  requests: RecordedRequests | null = null,
): Promise<Incident[]> {
  const incidents = new Map<string, Incident>()
  const follow = (event: SimulationEvent) => {
    if (event.event !== 'incident') return
    const { change, at } = event
    const incident = applyChange(incidents.get(change.id) ?? null, change, at)
    if (incident) incidents.set(change.id, incident)
  }
  await runHistory(history, policy, follow, requests)
  return [...incidents.values()]
}

/**
 * Runs a recorded history through the simulation up to its end, serving other requests meanwhile. Without `requests`,
 * no traffic is expected.
 */
export async function runHistory(
  history: readonly HistoryPart[],
  policy: Policy,
  onEvent: (event: SimulationEvent) => void,
  requests: RecordedRequests | null = null,
): Promise<void> {
  const simulation = createSimulation(requests ? policy : { ...policy, traffic: 'OFF' }, onEvent, requests)
  let work = 0
  for (const { row, bucketMs } of history.flatMap(({ rows, bucketMs }) => rows.map((row) => ({ row, bucketMs })))) {
    observeRow(simulation, row, bucketMs)
    work += bucketMs / 10_000
    if (work >= bucketsPerTurn) {
      work = 0
      await nextTurn()
    }
  }
  simulation.advance(history.at(-1)?.to ?? 0)
}

function observeRow(simulation: Simulation, row: BucketRow, lengthMs: number): void {
  simulation.advance(row.start)
  const counted = { ...row, slow: slowIn(row, simulation.budgetMs()) }
  if (lengthMs === 10_000) simulation.observeRow(counted)
  else {
    simulation.learnRow(row)
    spreadRow(counted, lengthMs, (start, counts) => {
      simulation.observeCounts(start, counts)
    })
  }
}

/**
 * The number of samples of a row that are longer than a budget. The row counted samples over the budget of its own
 * time. For another budget, the durations are used; they cannot distinguish samples within 3 % of the budget, so of
 * those as many count as the row's own number allows.
 */
function slowIn({ slow, durations }: Pick<BucketRow, 'slow' | 'durations'>, slowBudgetMs: number): number {
  const { least, most } = countLonger(decode(durations), slowBudgetMs)
  return Math.min(most, Math.max(least, slow))
}
