import { runBacktest } from '../../src/cli/run-backtest.ts'
import { evaluate } from '../../src/monitoring/health/rule/evaluate.ts'
import { createRuleState } from '../../src/monitoring/health/rule/rule-state.ts'
import { summarise } from '../../src/monitoring/health/rule/window-summary.ts'
import { createWindow, record, type Sample } from '../../src/monitoring/telemetry/window.ts'
import { days, hours, minutes, normal, poisson, replayed, seconds, start } from '../support/monitoring/traffic.ts'

type Line = Record<string, unknown>

/** The command's output for a file. */
const backtest = async (contents: string, ...options: string[]) => (await run(contents, ...options)).lines

/** The command's output for a file that arrives in chunks of a few bytes, as from a stream, and what it says at the end. */
const run = (contents: string, ...options: string[]) => runFiles({ 'samples.ndjson': contents }, ...options)

/** The same for several files. */
async function runFiles(
  files: Readonly<Record<string, string>>,
  ...options: string[]
): Promise<{ lines: Line[]; about: string }> {
  const lines: Line[] = []
  async function* open(file: string) {
    const bytes = new TextEncoder().encode(files[file])
    for (let next = 0; next < bytes.length; next += 1000) yield await Promise.resolve(bytes.subarray(next, next + 1000))
  }
  const about = await runBacktest([...Object.keys(files), ...options], open, (line) => {
    lines.push(JSON.parse(line) as Line)
    return Promise.resolve()
  })
  return { lines, about: about.join('\n') }
}

const asFile = (samples: Iterable<Sample>) => [...samples].map((one) => JSON.stringify(one)).join('\n')

/** Ten good minutes, five bad, half an hour of good ones again: a sample every two seconds. */
const outage = Array.from({ length: 1350 }, (_, index) => ({
  at: start + index * 2000,
  ok: index < 300 || index >= 450,
  durationMs: 50,
}))

describe('backtest', () => {
  it('reports the latency budget, and what a short recording lacks to learn one', async () => {
    const steady = (hoursLong: number) => asFile(poisson(1, [{ lasts: hours(hoursLong), perMinute: 5, bad: 0 }]))

    expect((await run(steady(2))).about).toMatch(
      /^6\d\d observations .+ Latency budget: 1000 ms, fixed throughout: .+ 6\d\d good samples in 2 hours count .+ It takes 1000 in 6, and 23 hours more\.$/,
    )
    const rare = asFile(poisson(1, [{ lasts: days(4), perMinute: 0.1, bad: 0 }]))
    expect((await run(rare)).about).toMatch(
      /, fixed throughout: .+ 0 good samples in 0 hours count .+ It takes 1000 in 6\.$/,
    )
    expect((await run(steady(2), '--threshold', 'slowBudget=fixed')).about).toMatch(
      / Latency budget: 1000 ms, fixed\.$/,
    )
    expect((await run(steady(26))).about).toMatch(
      / Latency budget at the end: 20\d ms, learned from a usual p95 of 5\d ms/,
    )
    expect((await run(steady(26), '--threshold', 'learnedFactor=8')).about).toMatch(/ at the end: 40\d ms, learned/)
    expect((await run('')).about).toBe('There are no observations.')
  })

  it('evaluates each subject of a file separately, and names the subject of each event', async () => {
    const mixed = outage.flatMap((one) => [
      { ...one, subject: 'GET /failing' },
      { ...one, ok: true, subject: 'GET /well' },
    ])
    const alone = await backtest(asFile(outage))

    const { lines, about } = await run(asFile(mixed))

    expect(lines.filter(({ subject }) => subject === 'GET /failing')).toEqual(
      alone.map((line) => ({ subject: 'GET /failing', ...line })),
    )
    expect(lines.filter(({ subject }) => subject === 'GET /well').map(({ to }) => to)).toEqual(['Operativo'])
    expect(about).toMatch(
      /^GET \/failing: 1350 observations from 2026-01-01T00:00:00.000Z to 2026-01-01T00:44:58.000Z\. .+\nGET \/well: 1350 /,
    )
  })

  it('evaluates each file separately, but a subject that several files name as one', async () => {
    const named = outage.map((one) => ({ ...one, subject: 'GET /failing' }))
    const alone = await backtest(asFile(outage))

    const byFile = await runFiles({ a: asFile(outage), b: asFile(outage) })
    const byName = await runFiles({ a: asFile(named.slice(0, 400)), b: asFile(named.slice(400)) })

    const withSubject = (subject: string) => alone.map((line) => ({ subject, ...line }))
    const ofSubject = (wanted: string) => byFile.lines.filter(({ subject }) => subject === wanted)
    expect([ofSubject('a'), ofSubject('b')]).toEqual([withSubject('a'), withSubject('b')])
    expect(byName.lines).toEqual(withSubject('GET /failing'))
    await expect(runFiles({ a: asFile(named.slice(400)), b: asFile(named.slice(0, 400)) })).rejects.toThrow(
      'b: Line 1: observations of a subject are in order',
    )
  })

  it('handles times that are far apart', async () => {
    const far = [0, start, 8.64e15 - 1].map((at) => ({ at, ok: true, durationMs: 50 }))

    expect((await run(asFile(far))).about).toMatch(/ Latency budget: 1000 ms/)
  })

  it('prints one line for each change of state and of an incident, at the ticks where they happened', async () => {
    const lines = await backtest(asFile(outage))

    expect(lines.map(({ evidence: _, ...line }) => line)).toEqual([
      { at: '2026-01-01T00:00:10.000Z', event: 'state', from: 'Desconocido', to: 'Operativo', reason: 'FIRST_SAMPLE' },
      { at: '2026-01-01T00:11:00.000Z', event: 'state', from: 'Operativo', to: 'Fallando', reason: 'ERRORS_FAILING' },
      {
        at: '2026-01-01T00:11:00.000Z',
        event: 'incident',
        change: 'opened',
        severity: 'Fallando',
        id: '1',
        previousId: null,
      },
      { at: '2026-01-01T00:19:00.000Z', event: 'state', from: 'Fallando', to: 'Degradado', reason: 'PARTLY_RECOVERED' },
      { at: '2026-01-01T00:19:00.000Z', event: 'incident', change: 'deescalated', severity: 'Degradado', id: '1' },
      { at: '2026-01-01T00:21:00.000Z', event: 'state', from: 'Degradado', to: 'Operativo', reason: 'RECOVERED' },
      {
        at: '2026-01-01T00:21:00.000Z',
        event: 'incident',
        change: 'resolved',
        severity: 'Degradado',
        id: '1',
        resolution: 'AUTOMATIC',
      },
    ])
    expect(lines[1]?.['evidence']).toMatchObject({
      code: 'ERRORS_FAILING',
      windowSeconds: 60,
      n: 30,
      bad: 30,
      threshold: 25,
    })
  })

  it('reads times in ISO 8601, with or without a zone, as well as in milliseconds', async () => {
    const iso = outage.map((one) => ({ ...one, at: new Date(one.at).toISOString() }))
    const zoneless = iso.map((one) => ({ ...one, at: one.at.replace('Z', '') }))
    const spaced = zoneless.map((one) => ({ ...one, at: one.at.replace('T', ' ') }))
    const lines = await backtest(asFile(outage))

    expect(await backtest(iso.map((one) => JSON.stringify(one)).join('\n'))).toEqual(lines)
    expect(await backtest(zoneless.map((one) => JSON.stringify(one)).join('\r\n') + '\n\n')).toEqual(lines)
    expect(await backtest(spaced.map((one) => JSON.stringify(one)).join('\n'))).toEqual(lines)
  })

  it('evaluates a critical subject more strictly', async () => {
    const lines = await backtest(asFile(outage), '--critical')

    expect(lines.find(({ to }) => to === 'Fallando')?.['at']).toBe('2026-01-01T00:10:40.000Z')
  })

  it('accepts other thresholds', async () => {
    const lines = await backtest(
      asFile(outage),
      '--threshold',
      'pendingFailingMs=60000',
      '--threshold',
      'cleanDegradedMs=0',
      '--threshold',
      'expectedIntervalMs=null',
    )

    expect(lines.filter(({ event }) => event === 'state').map(({ at, to }) => [at, to])).toEqual([
      ['2026-01-01T00:00:10.000Z', 'Operativo'],
      ['2026-01-01T00:11:30.000Z', 'Fallando'],
      ['2026-01-01T00:19:00.000Z', 'Operativo'],
    ])
  })

  it('separates mere timeline events from changes of incidents', async () => {
    const silent = outage.map((one, index) => (index < 450 ? one : { ...one, at: one.at + hours(5) }))

    const lines = await backtest(asFile(silent))

    expect(lines.filter(({ event }) => event !== 'state').map(({ event, change }) => [event, change])).toEqual([
      ['incident', 'opened'],
      ['timeline', 'no_data'],
      ['timeline', 'data_returned'],
      ['incident', 'deescalated'],
      ['incident', 'resolved'],
    ])
  })

  it('prints nothing for an empty file', async () => {
    expect(await backtest('')).toEqual([])
  })

  it('ends with the tick after the last observation', async () => {
    expect(await backtest(asFile([{ at: start + hours(1) + 1, ok: true, durationMs: 1 }]))).toMatchObject([
      { at: '2026-01-01T01:00:10.000Z', to: 'Operativo' },
    ])
  })

  const good = JSON.stringify({ at: start, ok: true, durationMs: 1 })
  it.each([
    ['no JSON', '{"at":', 'This is not a JSON object.'],
    ['another thing than an object', '7', 'This is not a JSON object.'],
    ['no time', '{"ok":true,"durationMs":1}', '"at" is a time since 1970'],
    ['a time that is none', '{"at":"yesterday","ok":true,"durationMs":1}', '"at" is a time since 1970'],
    ['no outcome', '{"at":1767225600000,"ok":1,"durationMs":1}', '"ok" is true or false.'],
    ['a negative duration', '{"at":1767225600000,"ok":true,"durationMs":-1}', '"durationMs" is a number'],
    [
      'a time before the one above',
      '{"at":1767225599999,"ok":true,"durationMs":1}',
      'observations of a subject are in order',
    ],
    ['a subject that is no text', '{"at":1767225600000,"ok":true,"durationMs":1,"subject":7}', '"subject" is a text.'],
  ])('refuses a line with %s and names it', async (_, line, sentence) => {
    await expect(backtest(`${good}\n${line}\n${good}`)).rejects.toThrow(`Line 2: ${sentence}`)
  })

  it.each([
    [['--threshold', 'failingEnter'], 'name=value, not as "failingEnter"'],
    [['--threshold', 'failing=1'], 'There is no threshold "failing"; there are slowBudgetMs'],
    [['--threshold', 'failingEnter=25'], 'a ratio over 0 and up to 1, not 25'],
    [['--fast'], 'Usage: npm run --silent backtest'],
    [['--threshold', 'learnedFactor= '], 'name=value, not as "learnedFactor= "'],
    [['--threshold', 'learnedFactor=0.5'], 'a factor, 1 or more, not 0.5'],
  ])('refuses %j in a sentence', async (options, sentence) => {
    await expect(backtest(good, ...options)).rejects.toThrow(sentence)
  })
})

describe('a replay', () => {
  it('skips only ticks that change nothing', () => {
    const stretches = [
      { lasts: hours(3), perMinute: 2, bad: 0.01 },
      { lasts: minutes(20), perMinute: 5, bad: 0.6 },
      { lasts: hours(9), perMinute: 0.0001, bad: 0 },
      { lasts: hours(1), perMinute: 5, bad: 0.3 },
      { lasts: hours(4), perMinute: 0.1, bad: 0.02 },
      { lasts: hours(12), perMinute: 0.12, bad: 0.3 },
      { lasts: hours(2), perMinute: 20, bad: 0.002 },
    ]
    for (let seed = 1; seed <= 5; seed++) {
      const samples = [...poisson(seed, stretches)]
      const states = replayed(samples).flatMap((told) => (told.event === 'state' ? [told.transition] : []))

      expect(states.length).toBeGreaterThan(5)
      expect(states).toEqual(tickByTick(samples))
    }
  })

  it('does not skip the ticks at which a breach ends', () => {
    const well = Array.from({ length: 3600 }, (_, index) => ({ at: start + index * 2000, ok: true, durationMs: 50 }))
    const burst = (from: number) =>
      Array.from({ length: 14 }, (_, index) => ({ at: from + index, ok: false, durationMs: 50 }))
    const bursts = [...burst(start + minutes(60)), ...burst(start + minutes(85))]

    const events = replayed([...well, ...bursts].sort((a, b) => a.at - b.at))

    expect(events).toHaveLength(1)
  })

  it('skips years without samples', () => {
    const rare = [0, days(3650), days(7300)].map((after) => ({ at: start + after, ok: true, durationMs: 1 }))

    const states = replayed(rare).map((told) => (told.event === 'state' ? told.transition.to : null))

    expect(states).toEqual(['OPERATIVO', 'DESCONOCIDO', 'OPERATIVO', 'DESCONOCIDO', 'OPERATIVO'])
  })
})

function tickByTick(samples: readonly Sample[]) {
  const window = createWindow()
  const transitions = []
  let memory = createRuleState(0)
  let next = 0
  const last = samples.at(-1)?.at ?? start
  for (
    let at = Math.floor((samples[0]?.at ?? 0) / 10_000) * 10_000 + seconds(10);
    at <= last + seconds(10);
    at += seconds(10)
  ) {
    for (let one = samples[next]; one && one.at < at; one = samples[++next]) record(window, one, normal.slowBudgetMs)
    const judgement = evaluate(memory, summarise(window, at, memory, normal), normal, at)
    memory = judgement.memory
    if (judgement.transition) transitions.push(judgement.transition)
  }
  return transitions
}
