import { withHorizon } from '../../src/inventory/endpoint-matcher.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import type { HealthSubject } from '../../src/monitoring/health/subject-queries.ts'
import { createIntake } from '../../src/monitoring/intake/sample-intake.ts'
import { bucketMs } from '../../src/monitoring/telemetry/buckets.ts'
import type { Sample } from '../../src/monitoring/telemetry/window.ts'

/**
 * CPU time per sample in nanoseconds: to record it in the window of a subject, to look the subject up by its key first,
 * as requests do, and to drain the sample for writing as well.
 */
export type Recorded = { nsPerSample: number; nsPerObservation: number; nsPerObservationWritten: number }

/** Memory of one subject that had samples in every bucket of the last hour, in bytes. */
export type Held = { bytesPerSubject: number; rssPerSubject: number }

const start = Date.UTC(2026, 0, 1)
const busy = 1_000
const perBucket = 100
const bucketsInHour = 360
// Older buckets store the number of samples but not their durations, so one sample is enough there.
const bucketsWithDurations = 40
const slowBudgetMs = 1_000
const keys = Array.from({ length: 10_000 }, (_, id) => `GET /api/admin/invented-${id}/`)
process.on('message', ({ record, hold }: { record?: { samples: number }; hold?: { subjects: number } }) => {
  if (record) process.send?.({ recorded: recordSamples(record.samples) })
  if (hold) process.send?.({ held: holdSubjects(hold.subjects) })
})

const durations = Array.from(
  { length: 1_024 },
  (_, index) => 5 + ((index * 7_919) % 400) + (index % 97 === 0 ? 2_000 : 0),
)
let now = start
const intake = openIntake(busy)
process.send?.({ ready: true })

function recordSamples(samples: number): Recorded {
  const used = { sample: 0, observation: 0, written: 0 }
  const each = Math.max(1, Math.ceil(samples / (busy * perBucket)))
  for (let bucket = 0; bucket < each; bucket++) {
    used.sample += cpuOf(() => {
      fill((id, sample) => {
        intake.telemetry.record(id, sample, slowBudgetMs)
      })
    })
    intake.telemetry.drainAll()
    used.observation += cpuOf(() => {
      fill((id, sample) => {
        intake.observe('ENDPOINTS', keyOf(id), sample)
      })
    })
    used.written += cpuOf(() => intake.telemetry.drainAll())
  }
  const perSample = (us: number) => (us * 1_000) / (each * busy * perBucket)
  return {
    nsPerSample: perSample(used.sample),
    nsPerObservation: perSample(used.observation),
    nsPerObservationWritten: perSample(used.observation + used.written),
  }
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

// Ten seconds of samples; the order of the subjects is unpredictable for the CPU, as in real traffic.
function fill(record: (id: number, sample: Sample) => void) {
  const samples = busy * perBucket
  for (let index = 0; index < samples; index++) {
    const durationMs = durations[index % durations.length] ?? 0
    const at = now + Math.floor((index * bucketMs) / samples)
    record((index * 7_919) % busy, { at, ok: index % 50 !== 0, durationMs })
  }
  now += bucketMs
}

function holdSubjects(many: number): Held {
  const before = memory()
  const held = openIntake(many)
  for (let bucket = 0; bucket < bucketsInHour; bucket++) {
    const samples = bucket < bucketsInHour - bucketsWithDurations ? 1 : 20
    fillBucket(held, many, start + bucket * bucketMs, samples)
    held.telemetry.drainAll()
  }
  const after = memory()
  // Keeps `held` reachable until its memory has been measured.
  held.observe('ENDPOINTS', keyOf(0), { at: start, ok: true, durationMs: 1 })
  return { bytesPerSubject: (after.bytes - before.bytes) / many, rssPerSubject: (after.rss - before.rss) / many }
}

function fillBucket({ observe }: ReturnType<typeof openIntake>, many: number, at: number, samples: number) {
  for (let subject = 0; subject < many; subject++)
    for (let sample = 0; sample < samples; sample++)
      observe('ENDPOINTS', keyOf(subject), {
        at: at + sample * 450,
        ok: sample > 0 || subject % 7 > 0,
        durationMs: durations[(subject + sample * 31 + (at / bucketMs) * 7) % durations.length] ?? 0,
      })
}

function memory() {
  for (let again = 0; again < 4; again++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  // `external` includes the array buffers.
  return { bytes: heapUsed + external, rss }
}

// Recording needs no database, because all subjects are registered.
function openIntake(subjects: number) {
  const opened = createIntake({
    db: null as unknown as RootDatabase,
    clock: { now: () => now, elapsed: () => 0, every: () => () => undefined },
    probed: new Set(),
    environment: 'STG',
    readEndpointMatcher: () => Promise.resolve(withHorizon(() => undefined, 0n)),
  })
  opened.registry.replace(Array.from({ length: subjects }, (_, id) => subject(id)))
  return opened
}

function keyOf(id: number): string {
  return keys[id] ?? ''
}

function subject(id: number): HealthSubject {
  return {
    id,
    kind: 'ENDPOINTS',
    key: keyOf(id),
    critical: false,
    policy: {},
    memory: null,
    latency: null,
    traffic: null,
    version: 0,
  }
}
