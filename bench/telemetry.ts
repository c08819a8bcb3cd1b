import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measure, startLoad, startPeer, type Contestant } from './contestants.ts'
import { startReady, type Child } from './processes/child.ts'
import { createOpened } from './processes/opened.ts'
import type { Held, Recorded } from './processes/recorder.ts'
import type { Benchmark, Figure, Result, Settings } from './result.ts'
import { mediansOf } from './statistics.ts'
import { openFolder } from './vigia.ts'

const samplesPerSecond = 500_000
const mib = 1_024 * 1_024

/** The cost of recording one request, compared with the minimum cost of a request itself. */
export const telemetry: Benchmark = {
  name: 'telemetry',
  about: 'recording the sample of one request, and the memory of one busy subject',
  run: async (settings) => {
    await using opened = createOpened()
    const { path } = opened.use(await openFolder())
    const answer = join(path, 'answer.json')
    await writeFile(answer, '{"status":"ok"}')
    const bare = await startPeer('bare-http', { ANSWER: answer })
    opened.use(bare.child)
    const load = opened.use(await startLoad())
    const { child: recorder } = await startReady('processes/recorder.ts', { core: 'measured' })
    opened.use(recorder)
    const medians = mediansOf(await measureRounds({ bare, load, recorder }, settings))
    // Runs of less than a second per measurement are trials.
    const subjects = settings.seconds < 1 ? 100 : 10_000
    settings.tell(`${subjects} subjects, each with samples in every bucket of an hour`)
    return resultOf({ ...medians, ...(await recorder.ask<Held>('held', { hold: { subjects } })) })
  },
}

type Taking = { bare: Contestant; load: Child; recorder: Child }
type Round = Recorded & { bareRequestNs: number }

async function measureRounds({ bare, load, recorder }: Taking, { seconds, rounds, tell }: Settings): Promise<Round[]> {
  const asked = { method: 'GET', path: '/', headers: {}, body: '' }
  const job = { url: bare.url, ms: seconds * 1_000, load: { asked, connections: 16 }, writes: null }
  const record = { samples: Math.ceil(seconds * samplesPerSecond) }
  const found: Round[] = []
  for (let round = 0; round <= rounds; round++) {
    tell(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
    const { cpuMs, answered } = await measure(load, bare, job)
    const recorded = await recorder.ask<Recorded>('recorded', { record })
    if (round > 0) found.push({ ...recorded, bareRequestNs: (cpuMs * 1e6) / answered })
  }
  return found
}

function resultOf({ bytesPerSubject, rssPerSubject, ...costs }: Round & Held): Result {
  const { nsPerSample, nsPerObservation, nsPerObservationWritten, bareRequestNs } = costs
  const cost = (of: string, value: number): Figure => ({ of, value, unit: 'ns CPU', ratio: value / bareRequestNs })
  const figures = [
    cost('a request to a bare server', bareRequestNs),
    cost('Vigía, recording its sample', nsPerSample),
    cost('Vigía, finding its endpoint and recording its sample', nsPerObservation),
    cost('Vigía, the same and handing it over to be written', nsPerObservationWritten),
    {
      of: 'one of 10,000 busy subjects',
      value: bytesPerSubject / 1_024,
      unit: 'KiB',
      ratio: null,
      beside: `${((bytesPerSubject * 10_000) / mib).toFixed(0)} MiB together; resident ${(rssPerSubject / 1_024).toFixed(1)} KiB each`,
    },
  ]
  const json = { nsPerSample, bareRequestNs, bytesPerSubject, nsPerObservation, nsPerObservationWritten, rssPerSubject }
  return { title: telemetry.about, limit: "a request to Node's own HTTP server", figures, json }
}
