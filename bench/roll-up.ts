import { createFlush } from '../src/monitoring/telemetry/flush.ts'
import { rollUpAndPrune } from '../src/monitoring/telemetry/roll-up.ts'
import { createTelemetry } from '../src/monitoring/telemetry/telemetry.ts'
import { openFresh } from './database.ts'
import { invent } from './invented.ts'
import { databaseOn, jsonOf, serversOf, type Benchmark, type Figure, type Settings } from './result.ts'
import { median, timed } from './statistics.ts'

const subjects = 10_000
const samplesEach = 3
const minuteMs = 60_000
const flushMs = 10_000

/** Adding the samples that two instances wrote in a minute to the rows of their minute and hour. */
export const rollUp: Benchmark = {
  name: 'roll-up',
  about: 'rolling up the samples of a minute of 10,000 subjects, written by two instances',
  run: async (settings) => {
    const figures: Figure[] = []
    for (const server of serversOf(settings)) figures.push(await measure(server, settings))
    return { title: rollUp.about, limit: 'the minute until the next', figures, json: jsonOf(figures) }
  },
}

async function measure(server: string | null, { rounds, tell }: Settings): Promise<Figure> {
  tell(`on ${databaseOn(server)}`)
  await using fresh = await openFresh(server)
  const { db } = fresh.opened
  await invent(fresh.opened, { endpoints: 0, libraries: subjects, incidents: 0 })
  const instances = Array.from({ length: 2 }, () => {
    const telemetry = createTelemetry()
    return { telemetry, flush: createFlush(db, telemetry) }
  })
  const measured: { ms: number; cpuMs: number }[] = []
  const start = Math.floor(Date.now() / minuteMs) * minuteMs
  for (let round = 0; round < rounds; round++) {
    const from = start + round * minuteMs
    for (const instance of instances) await writeMinute(instance, from)
    measured.push(await timed(() => rollUpAndPrune(db, from)))
  }
  const value = median(measured.map(({ ms }) => ms))
  const cpuMs = Math.round(median(measured.map((one) => one.cpuMs)))
  const of = `Vigía on ${databaseOn(server)}`
  return { of, value, unit: 'ms', ratio: value / minuteMs, beside: `${cpuMs} ms CPU of Vigía` }
}

type Instance = { telemetry: ReturnType<typeof createTelemetry>; flush: ReturnType<typeof createFlush> }

async function writeMinute({ telemetry, flush }: Instance, from: number): Promise<void> {
  for (let at = from; at < from + minuteMs; at += flushMs) {
    recordAll(telemetry, at)
    await flush.write()
  }
}

function recordAll(telemetry: Instance['telemetry'], at: number): void {
  for (let subject = 1; subject <= subjects; subject++)
    for (let sample = 0; sample < samplesEach; sample++)
      telemetry.record(subject, { at: at + sample, ok: true, durationMs: 20 + ((subject + sample) % 300) }, 1_000)
}
